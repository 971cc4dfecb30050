// Shows the terminal, and passes keys and frames between it and the worker in which the game runs.
import { Terminal } from "./xterm.mjs";
import { FitAddon } from "./addon-fit.mjs";
import { WebglAddon } from "./addon-webgl.mjs";

const NAME = "binairo"; // of the lock and of the channel between tabs
const $ = (id) => document.getElementById(id);
const status = $("status"), closed = $("closed"), file = $("file"), keys = $("keys");
const isTouch = matchMedia("(pointer: coarse)").matches;
const FONT = { fontFamily: '"Roboto Mono", monospace', fontSize: isTouch ? 13 : 16 };

await document.fonts.load(`${FONT.fontSize}px "Roboto Mono"`); // the terminal measures it
const terminal = new Terminal({ ...FONT, scrollback: 0, allowProposedApi: true, macOptionIsMeta: true });
const fit = new FitAddon();
terminal.loadAddon(fit);
terminal.open($("terminal"));
try {
  const webgl = new WebglAddon();
  webgl.onContextLoss(() => webgl.dispose());
  terminal.loadAddon(webgl);
} catch { /* the terminal draws with elements */ }
globalThis.terminal = terminal; // for tests

// The worker's script is a blob, because a worker obeys the security policy of the page only then.
const importing = `import ${JSON.stringify(new URL("worker.js", import.meta.url).href)};`;
const script = URL.createObjectURL(new Blob([importing], { type: "text/javascript" }));
let worker = null;
const send = (type, data) => worker?.postMessage({ type, data });
terminal.onData((text) => send("feed", text));
terminal.onBinary((text) => send("feed", text));
terminal.onResize(({ cols, rows }) => send("resize", [cols, rows]));
terminal.onTitleChange((title) => { document.title = title; });
terminal.parser.registerOscHandler(52, (data) => { // the game copies a text
  const bytes = Uint8Array.from(atob(data.split(";").pop()), (it) => it.codePointAt(0));
  navigator.clipboard?.writeText(new TextDecoder().decode(bytes)).catch(() => {});
  return true;
});

// Keys for fingers. The system's own keyboard comes only when it is asked for.
const KEYS = [["0", "0"], ["1", "1"], ["⌫", "\x7f"], ["Undo", "u"], ["Hint", "i"], ["More", () => keys.classList.toggle("-all")]];
const MORE = [
  ["Esc", "\x1b"], ["⏎", "\r"], ["◂", "\x1b[D"], ["▴", "\x1b[A"], ["▾", "\x1b[B"], ["▸", "\x1b[C"],
  ["Menu", ":"], ["Abc", toggleKeyboard], ["Why", "y"], ["Mark", "m"], ["Share", "Y"], ["Help", "?"],
  ["+", "+"], ["−", "-"], ["Next", "n"], ["Check", "c"], ["Redo", "r"], ["Pause", "p"],
];
function addKey([label, act], className = "") {
  const button = Object.assign(document.createElement("button"), { textContent: label, className });
  button.addEventListener("pointerdown", (event) => {
    event.preventDefault(); // the terminal keeps the focus
    if (typeof act === "string") send("feed", act); else act();
  });
  keys.append(button);
}
function toggleKeyboard() {
  terminal.textarea.inputMode = terminal.textarea.inputMode === "none" ? "text" : "none";
  terminal.blur();
  terminal.focus();
}
MORE.forEach((key) => addKey(key, "more"));
KEYS.forEach((key) => addKey(key));
if (isTouch) terminal.textarea.inputMode = "none";
new ResizeObserver(() => fit.fit()).observe($("terminal"));
fit.fit();

// Some browsers then ask the player, who would not know why if this were called at the start.
const keepStored = () => navigator.storage?.persist?.();
function download({ name, bytes }) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([bytes])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
file.addEventListener("change", async () => {
  if (file.files[0]) send("load", await file.files[0].arrayBuffer());
  file.value = "";
});

// Only one tab plays at a time, because each has all files in memory and would overwrite what another tab saves.
const channel = new BroadcastChannel(NAME);
function offer(sentence, label) {
  status.hidden = true;
  document.body.classList.add("-closed");
  closed.querySelector("span").textContent = sentence;
  closed.querySelector("button").textContent = label;
  closed.querySelector("button").focus();
}
closed.addEventListener("submit", (event) => {
  event.preventDefault();
  channel.postMessage("leave");
  claim({});
});
const claim = (how) => navigator.locks.request(NAME, how, (lock) => {
  if (lock) return play();
  return offer("Binairo is open in another tab. Games are saved there; this tab can take them over.", "Play here");
}).catch(play); // a browser that allows no storage refuses locks, too

function play() {
  document.body.classList.remove("-closed");
  status.hidden = false;
  worker = new Worker(script, { type: "module" });
  return new Promise((release) => {
    const end = (sentence) => {
      worker.terminate();
      worker = null;
      terminal.reset();
      release();
      offer(sentence, "Continue");
    };
    let isTaken = false;
    channel.onmessage = () => { isTaken = true; send("leave"); };
    worker.addEventListener("error", (event) => end(`The game has stopped: ${event.message}`));
    worker.addEventListener("message", ({ data: { type, data } }) => {
      switch (type) {
        case "write":
          if (!status.hidden) { status.hidden = true; terminal.focus(); }
          terminal.write(data);
          break;
        case "download": keepStored(); download(data); break;
        case "choose": keepStored(); file.click(); break;
        case "ended": end(data || (isTaken ? "Binairo continues in another tab." : "Binairo has ended. Every move is saved.")); break;
      }
    });
    let link = location.hash.slice(1);
    try { link = decodeURIComponent(link); } catch { /* the game says that it is not text */ }
    if (link) history.replaceState(null, "", location.pathname); // a reload continues the game
    send("start", { columns: terminal.cols, lines: terminal.rows, address: location.href.split("#")[0], link });
  });
}
addEventListener("hashchange", () => location.reload());

navigator.serviceWorker?.register("service.js").catch(() => {});
if (matchMedia("(display-mode: standalone)").matches) keepStored();
if (navigator.locks) await claim({ ifAvailable: true });
else status.textContent = "Browsers run this page only from an address that begins with https.";
