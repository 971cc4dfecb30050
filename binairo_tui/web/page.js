// Connects textual-serve's script with this page. It opens the terminal when the page has loaded.
"use strict";

const terminal = document.getElementById("terminal");
terminal.dataset.sessionWebsocketUrl = new URL("game", location.href).href.replace(/^http/, "ws");
terminal.dataset.fontSize = 16;

// The script marks the body when the game accepts keys, and when the game has ended.
const closed = document.getElementById("closed");
new MutationObserver(() => {
  const isClosed = document.body.classList.contains("-closed");
  (isClosed ? closed.querySelector("button") : terminal.querySelector("textarea")).focus();
}).observe(document.body, { attributeFilter: ["class"] });
closed.addEventListener("submit", (event) => {
  event.preventDefault();
  location.reload();
});
