// Leaves some keys to the browser. Ctrl+V pastes; xterm.js would send a control character. Ctrl+C copies the selection;
// without a selection, it is a key of the game. F11 fills the screen.
"use strict";

{
  const isSelected = () => {
    // Only xterm.js knows whether text is selected. If so, it answers the event with which a browser asks for the text to copy.
    const question = new ClipboardEvent("copy", { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
    return !document.querySelector("#terminal textarea").dispatchEvent(question);
  };
  addEventListener("keydown", (event) => {
    const isControl = event.ctrlKey && !event.altKey, key = event.key.toLowerCase();
    if (event.key === "F11" || (isControl && (key === "v" || (key === "c" && isSelected())))) event.stopImmediatePropagation();
  }, true);
}
