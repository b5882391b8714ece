// @ts-check
// Keeps the page itself (its scripts, styles and pictures) for when the server cannot be reached. Nothing of any table: that
// comes through the socket, which never passes here. The build writes the names of the files and of their state.

/** @type {any} */
const worker = self;
const SHELL = /** @type {string[]} */ (/** @type {unknown} */ ("__SHELL__"));
const NAME = "__NAME__";

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(SHELL)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const shell = SHELL.map((name) => new URL(name, worker.registration.scope).href);
  if (request.method !== "GET" || !shell.includes(request.url.replace(/[?#].*/u, ""))) return;
  // What the server has is newer: only without it is the kept file good enough.
  event.respondWith(fetch(request).catch(() => caches.match(request, { ignoreSearch: true })));
});
