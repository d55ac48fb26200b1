// The addresses of the site and which page each shows. Every address works when it is opened directly.

type Route =
  | { page: "home" | "about" | "lobby" | "games" | "me" | "lost" }
  /** With the id of a game that was shared by a short link; null for any other. */
  | { page: "replay"; share: string | null }
  | { page: "play" | "new" | "rules" | "companion" | "learn"; game: string }
  | { page: "table"; id: string | null }
  | { page: "shared"; id: string };

const PLAIN_PAGES = ["about", "lobby", "games", "me"] as const;
const GAME_PAGES = ["play", "new", "rules", "companion", "learn"] as const;

function routeOf(path: string): Route {
  const [first, second, ...more] = path.split("/").filter((part) => part !== "");
  if (more.length > 0) return { page: "lost" };
  if (first === undefined) return { page: "home" };
  if (first === "table") return { page: "table", id: second ?? null };
  if (first === "t" && second !== undefined) return { page: "shared", id: second };
  if (first === "s" && second !== undefined) return { page: "replay", share: second };
  if (first === "replay" && second === undefined) return { page: "replay", share: null };
  if (second === undefined) return { page: PLAIN_PAGES.find((page) => page === first) ?? "lost" };
  const page = GAME_PAGES.find((page) => page === first);
  return page ? { page, game: second } : { page: "lost" };
}

class Router {
  path = $state(location.pathname);
  hash = $state(location.hash);
  route = $derived(routeOf(this.path));

  #read = (): void => {
    this.path = location.pathname;
    this.hash = location.hash;
  };

  listen(): void {
    addEventListener("popstate", this.#read);
    addEventListener("hashchange", this.#read);
    document.addEventListener("click", this.#follow);
  }

  go(address: string, how: "push" | "replace" = "push"): void {
    const url = new URL(address, location.href);
    // A switch such as ?test stays on from page to page.
    if (url.search === "") url.search = location.search;
    const moved = url.pathname !== location.pathname;
    if (how === "push") history.pushState(null, "", url);
    else history.replaceState(null, "", url);
    this.#read();
    if (moved) scrollTo(0, 0);
  }

  /** Links within the site change the page without loading it again. */
  #follow = (event: MouseEvent): void => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    // The server answers these addresses itself; they are not pages.
    if (link.pathname.startsWith("/api/")) return;
    // Within the page the browser itself scrolls to the anchor.
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    this.go(link.href);
  };
}

export const router = new Router();
