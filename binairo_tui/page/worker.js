// Runs the game in Python or, in a second worker, long work for it, which can be ended at any time.
import { loadPyodide } from "./pyodide.mjs";
import { keepFiles } from "./files.js";

const HOME = "/home/player", HELP_MS = 3000;
const archive = fetch("app.zip.xz").then((it) => it.arrayBuffer());
const tell = (type, data) => postMessage({ type, data });
let python = null, game = null, helper = null, isBusy = false;

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
  const it = helper = new Worker(import.meta.url, { type: "module" });
  helper.addEventListener("message", ({ data: { data } }) => {
    if (it !== helper) return;
    isBusy = "progress" in JSON.parse(data);
    game.take_line(data);
  });
  helper.postMessage({ type: "help" });
}

// What Python calls.
const frames = [];
const page = {
  write(text) {
    if (!frames.length) queueMicrotask(() => tell("write", frames.splice(0).join("")));
    frames.push(text);
  },
  download: (name, data) => tell("download", { name, bytes: data.toJs() }),
  choose_file: () => tell("choose"),
  work(request) {
    isBusy = true;
    if (!helper) newHelper();
    helper.postMessage({ type: "answer", data: request });
  },
  end_work() {
    if (!isBusy) return;
    isBusy = false;
    helper.terminate();
    newHelper();
  },
};

async function start(size) {
  python = await loadPython();
  const store = await keepFiles(python, HOME, (problem) => game?.stored(problem));
  python.FS.chdir(HOME);
  game = python.pyimport("binairo_tui.page.start").PageApp(Object.assign(page, size));
  setTimeout(() => helper ?? newHelper(), HELP_MS);
  const isWritten = await game.run(), isStored = await store();
  tell("ended", isWritten && isStored ? "" : "The last moves could not be saved.");
}

let answer = null;
const handlers = {
  start: (data) => start(data).catch((error) => { console.error(error); tell("ended", `The game has stopped: ${error}`); }),
  feed: (text) => game?.feed(text),
  resize: ([columns, lines]) => { Object.assign(page, { columns, lines }); game?.resize(); },
  load: (buffer) => game?.load(python.toPy(new Uint8Array(buffer))),
  leave: () => game?.leave(),
  help: () => { answer = loadPython().then((python) => python.pyimport("binairo_tui.processes.worker").answer); },
  answer: async (request) => (await answer)(request, (line) => tell("line", line)),
};
addEventListener("message", ({ data: { type, data } }) => handlers[type](data));
