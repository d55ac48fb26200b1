// Keeps everything the page needs, so that it works without a network. The build writes the list of files and the
// version into the two constants; a new version is fetched whole before it may take over.

declare const self: ServiceWorkerGlobalScope;

const FILES: string[] = JSON.parse("__FILES__") as string[];
const VERSION = "__VERSION__";
const CACHE = `tablee-${VERSION}`;

const SERVERS_OWN = /^\/(api|healthz|readyz|metrics)(\/|$)|\/preview\.png$/;

self.addEventListener("install", (event) => {
  // Past the browser's own cache, or an old page could end up among the new files.
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  const clean = async (): Promise<void> => {
    for (const name of await caches.keys()) if (name.startsWith("tablee-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

// A click on a notification opens its table.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(String(event.notification.data)));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  // Every address of the site is the same page, except what the server answers itself, which is never kept.
  const isPage = event.request.mode === "navigate" && !SERVERS_OWN.test(url.pathname);
  const key = isPage ? "/" : url.pathname;
  if (!isPage && !FILES.includes(key)) return;
  event.respondWith(caches.open(CACHE).then(async (cache) => (await cache.match(key)) ?? fetch(event.request)));
});

export {};
