// Keeps all files of this version of the page, so that it starts without a network.
const VERSION = "binairo-@VERSION@", FILES = @FILES@;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});
addEventListener("activate", (event) => {
  const others = (names) => names.filter((name) => name.startsWith("binairo-") && name !== VERSION);
  event.waitUntil(caches.keys().then((names) => Promise.all(others(names).map((name) => caches.delete(name)))));
});
addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found ?? fetch(event.request)));
});
