// Connects textual-serve's script with this page. It opens the terminal when the page has loaded.
"use strict";

const terminal = document.getElementById("terminal");
terminal.dataset.sessionWebsocketUrl = new URL("game", location.href).href.replace(/^http/, "ws");
terminal.dataset.fontSize = 16;

// The script marks the body when the game can be sent keys, and when it has ended.
const closed = document.getElementById("closed");
new MutationObserver(() => {
  const isClosed = document.body.classList.contains("-closed");
  (isClosed ? closed.querySelector("button") : terminal.querySelector("textarea")).focus();
}).observe(document.body, { attributeFilter: ["class"] });
closed.addEventListener("submit", (event) => {
  event.preventDefault();
  location.reload();
});

// Some keys are left to the browser: Ctrl+V pastes, where xterm.js would send a control character; Ctrl+C copies what is
// selected, and is a key of the game only if nothing is; F11 fills the screen.
addEventListener("keydown", (event) => {
  const isControl = event.ctrlKey && !event.altKey, key = event.key.toLowerCase();
  if (event.key === "F11" || (isControl && (key === "v" || (key === "c" && isSelected())))) event.stopImmediatePropagation();
}, true);

// Only xterm.js knows whether there is a selection: it then answers the event with which a browser asks for the text to copy.
function isSelected() {
  const question = new ClipboardEvent("copy", { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
  return !terminal.querySelector("textarea").dispatchEvent(question);
}
