// Runs the game in Python or, in a second worker, long work for it, which can be ended at any time.
import { loadPyodide } from "./pyodide.mjs";
import { keepFiles } from "./files.js";

const HOME = "/home/player", HELP_MS = 3000, END_MS = 200;
const archive = fetch(new URL("app.zip.xz", import.meta.url)).then((it) => it.arrayBuffer());
const tell = (type, data) => postMessage({ type, data });
let python = null, game = null, helper = null, isBusy = false, ending = 0, loading = null;

async function loadPython() {
  const python = await loadPyodide({
    indexURL: new URL("./", import.meta.url).href,
    lockFileContents: @LOCK@,
    env: { HOME, TERM: "xterm-256color", COLORTERM: "truecolor", LANG: "C.UTF-8", TEXTUAL_ANIMATIONS: "none" },
  });
  const app = python.pyimport("lzma").decompress(python.toPy(await archive)).toJs();
  python.unpackArchive(app, "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  return python;
}

function newHelper() {
  helper?.terminate();
  isBusy = false;
  helper = new Worker(location.href, { type: "module" });
  helper.addEventListener("message", ({ data: { type, data } }) => {
    if (type === "done") isBusy = false;
    else game.take(python.toPy(data));
  });
  helper.postMessage({ type: "help" });
}

// The functions that Python calls.
const frames = [];
const page = {
  write(text) {
    if (!frames.length) queueMicrotask(() => tell("write", frames.splice(0).join("")));
    frames.push(text);
  },
  download: (name, data) => tell("download", { name, bytes: data.toJs() }),
  choose_file: () => tell("choose"),
  work(job) {
    clearTimeout(ending);
    if (isBusy || !helper) newHelper();
    isBusy = true;
    helper.postMessage({ type: "do", data: job.toJs() });
  },
  end_work() {
    ending = setTimeout(() => isBusy && newHelper(), END_MS);
  },
};

async function start(size) {
  python = await loadPython();
  const store = await keepFiles(python, HOME, (problem) => game?.progress.stored(problem));
  python.FS.chdir(HOME);
  game = python.pyimport("binairo_tui.page.start").PageApp(Object.assign(page, size));
  setTimeout(() => helper ?? newHelper(), HELP_MS);
  const isWritten = await game.run(), isStored = await store();
  tell("ended", isWritten && isStored ? "" : "The last moves could not be saved.");
}

const handlers = {
  start: (data) => start(data).catch((error) => { console.error(error); tell("ended", `The game has stopped: ${error}`); }),
  feed: (text) => page.driver?.feed(text),
  resize: ([columns, lines]) => { Object.assign(page, { columns, lines }); page.driver?.check_size(); },
  load: (buffer) => game?.load(python.toPy(new Uint8Array(buffer))),
  leave: () => game?.app.exit(),
  help: () => { loading = loadPython().then((it) => { python = it; }); },
  async do(job) {
    await loading;
    python.pyimport("binairo_tui.page.away").do(python.toPy(job), (told) => tell("told", told.toJs()));
    tell("done");
  },
};
addEventListener("message", ({ data: { type, data } }) => handlers[type](data));
