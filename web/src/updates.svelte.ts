// Works without a network once it has been opened, and says when there is something newer.

class Updates {
  /** The next version, loaded and waiting. */
  waiting = $state.raw<ServiceWorker | null>(null);
  /** Whether the server no longer understands this version of the page. */
  outdated = $state(false);
  #asked = false;

  async register(): Promise<void> {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    try {
      const registration = await navigator.serviceWorker.register("/sw.js");
      const look = (worker: ServiceWorker | null): void => {
        // The very first one takes over quietly; only a later one is news.
        if (worker?.state === "installed" && navigator.serviceWorker.controller) this.waiting = worker;
      };
      look(registration.waiting);
      registration.addEventListener("updatefound", () => {
        const arriving = registration.installing;
        arriving?.addEventListener("statechange", () => look(arriving));
      });
      navigator.serviceWorker.addEventListener("controllerchange", () => {
        if (this.#asked) location.reload();
      });
    } catch (error) {
      console.warn(error);
    }
  }

  take(): void {
    this.#asked = true;
    if (this.waiting) this.waiting.postMessage("take over");
    else void this.#fetchNew();
  }

  /** No newer version is here yet: the browser's cache is dropped, so that the server is asked. */
  async #fetchNew(): Promise<void> {
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.unregister();
    location.reload();
  }
}

export const updates = new Updates();
