/**
 * The service worker. Static files come from the cache of this worker's version; a page that the server can't send
 * is replaced by one that says so. Nothing else is ever kept: no page that a server sent, no answer of the API.
 *
 * The server writes the line above: `self.site = {version, files, shells}`, with every address to keep. The version is part
 * of each address, so no page ever gets a file of another; what the version before kept stays for pages that are open.
 */
(() => {
  const worker = /** @type {any} */ (self);
  /** @type {{version: string, files: string[], shells: Object<string, {page: string, table: string}>}} */
  const { version, files, shells } = worker.site;
  const CACHE = `winnable-${version}`;
  const LANGUAGE = "winnable-language"; // the cache where pages note the language that is read (site/static/site/site.js)
  const PATIENCE = 10000; // ms after which a page that does not come counts as one that can't be reached
  const UNREACHABLE = [502, 503, 504]; // what a proxy answers for a server that is away

  worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (request.mode === "navigate") event.respondWith(page(event, pathname));
    else if (pathname.startsWith("/static/")) event.respondWith(file(request));
  });

  /** Keep all files and shells of this version, as someone without cookies sees them; all of them or none. */
  async function keep() {
    const cache = await caches.open(CACHE);
    const pages = Object.values(shells).flatMap((shell) => [shell.page, shell.table]);
    await cache.addAll([...files, ...pages].map((address) => new Request(address, { credentials: "omit" })));
    await worker.skipWaiting();
  }

  /** Remove what older versions kept, but for the one before this. */
  async function begin() {
    const others = (await caches.keys()).filter((name) => name.startsWith("winnable-") && ![CACHE, LANGUAGE].includes(name));
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name))); // they come in the order they were made in
    await worker.registration.navigationPreload?.enable();
  }

  /** @param {Request} request @returns {Promise<Response>} */
  async function file(request) {
    return (await caches.match(request, { ignoreVary: true })) || fetch(request);
  }

  /** A page from the server, or the one that says that it can't be reached. @param {any} event @param {string} pathname */
  async function page(event, pathname) {
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    const response = await Promise.race([fromServer(event), late]).catch(() => null);
    if (response && !UNREACHABLE.includes(response.status)) return response;
    const shell = shells[await language()];
    const address = pathname.startsWith("/play/") ? shell.table : shell.page;
    return (await caches.match(address, { cacheName: CACHE, ignoreVary: true })) || response || Response.error();
  }

  /** @param {any} event @returns {Promise<Response>} */
  async function fromServer(event) {
    return (await event.preloadResponse) || fetch(event.request);
  }

  /** The language that the player reads: what the last page was in, else the browser's. */
  async function language() {
    const noted = await caches.match("/language", { cacheName: LANGUAGE });
    const name = noted ? await noted.text() : navigator.language.slice(0, 2);
    return name in shells ? name : "en";
  }
})();
