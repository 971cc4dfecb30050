// Connects textual-serve's script with this page. It opens the terminal when the page has loaded, and before the listener below.
"use strict";

const terminal = document.getElementById("terminal");
terminal.dataset.sessionWebsocketUrl = new URL("game", location.href).href.replace(/^http/, "ws");
terminal.dataset.fontSize = 16;

addEventListener("load", () => terminal.querySelector("textarea").focus());

// The script marks the body when the game has ended.
const closed = document.getElementById("closed");
new MutationObserver(() => {
  if (document.body.classList.contains("-closed")) closed.querySelector("button").focus();
}).observe(document.body, { attributeFilter: ["class"] });
closed.addEventListener("submit", (event) => {
  event.preventDefault();
  location.reload();
});

// Let the browser paste: xterm.js would send a control character instead.
addEventListener("keydown", (event) => {
  if (event.ctrlKey && !event.altKey && event.key.toLowerCase() === "v") event.stopImmediatePropagation();
}, true);
