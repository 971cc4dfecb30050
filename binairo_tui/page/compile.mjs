// Compiles Python sources with the Python of the page: node compile.mjs PYODIDE SOURCE TARGET [SOURCE TARGET...], all zip files.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...files] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide();
const compile = python.runPython(`
import zipfile
from importlib import _bootstrap_external as external

def compile_all():
    with zipfile.ZipFile("/source.zip") as source, zipfile.ZipFile("/target.zip", "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name.endswith(".py"):
                code = compile(data, name, "exec", dont_inherit=True, optimize=2)
                name, data = f"{name}c", external._code_to_hash_pyc(code, bytes(8), checked=False)
            target.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)

compile_all`);
for (let index = 0; index < files.length; index += 2) {
  python.FS.writeFile("/source.zip", readFileSync(files[index]));
  compile();
  writeFileSync(files[index + 1], python.FS.readFile("/target.zip"));
}
