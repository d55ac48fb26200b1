// Tells that it is one's turn: in the page if one is looking at it, by a notification of the system if that is wanted.

import { gameName } from "../engine/catalogue";
import { notices } from "../notices.svelte";
import { place } from "../router.svelte";
import { settings } from "../settings.svelte";
import { w } from "../words/words.svelte";

export const canNotify = (): boolean => "Notification" in globalThis;

/** Asks the browser, if need be, and says whether notifications are allowed. */
export async function allowNotifications(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

export function tellTurn(table: string, game: string): void {
  const address = `/t/${table}`;
  const text = w().yourTurnAt(gameName(game));
  if (!document.hidden) {
    if (place.path !== address) notices.show(text);
  } else if (settings.notify && canNotify() && Notification.permission === "granted") notify(text, address);
}

function notify(body: string, address: string): void {
  const options: NotificationOptions = { body, tag: address, icon: "/icon.svg", data: address };
  try {
    const notification = new Notification("Tablée", options);
    notification.onclick = () => {
      window.focus();
      place.go(address);
      notification.close();
    };
  } catch {
    // Phones leave it to the service worker, which opens the table when it is tapped.
    void navigator.serviceWorker.ready.then((worker) => worker.showNotification("Tablée", options));
  }
}
