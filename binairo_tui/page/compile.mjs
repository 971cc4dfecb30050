// Compiles Python sources with the Python of the page: node compile.mjs FOLDER. The folder has what npm installed, and
// app.zip and python.zip, the sources. What Python loads before it can unpack the rest goes to start.zip, all else to
// rest.zip.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/node_modules/pyodide/pyodide.mjs`));
const python = await loadPyodide();
for (const name of ["app.zip", "python.zip"]) python.FS.writeFile(`/${name}`, readFileSync(`${folder}/${name}`));
python.runPython(`
import lzma, re, shutil, sys, zipfile
from importlib import _bootstrap_external as external

loaded = {name.partition(".")[0] for name in sys.modules}
start, rest = zipfile.ZipFile("/start.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9), zipfile.ZipFile("/rest.zip", "w")
with start, rest:
    for source in map(zipfile.ZipFile, ("/python.zip", "/app.zip")):
        for name in source.namelist():
            is_loaded = source.filename == "/python.zip" and re.split("[./]", name)[0] in loaded
            target, data = start if is_loaded else rest, source.read(name)
            if name.endswith(".py"):
                code = compile(data, name, "exec", dont_inherit=True, optimize=2)
                name, data = f"{name}c", external._code_to_hash_pyc(code, bytes(8), checked=False)
            target.writestr(zipfile.ZipInfo(name), data, target.compression, target.compresslevel)
`);
for (const name of ["start.zip", "rest.zip"]) writeFileSync(`${folder}/${name}`, python.FS.readFile(`/${name}`));
