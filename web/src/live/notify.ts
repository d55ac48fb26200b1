// Notifies a person of their turn: in the page if it is visible, otherwise by a system notification, if they switched
// those on.

import { gameName } from "../engine/catalogue";
import { notices } from "../notices.svelte";
import { router } from "../router.svelte";
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
    if (router.path !== address) notices.show(text);
  } else if (settings.notify && canNotify() && Notification.permission === "granted") notify(text, address);
}

/** Tells a host whose page is hidden that somebody has sat down at their table. */
export function tellArrival(table: string, text: string): void {
  if (document.hidden && settings.notify && canNotify() && Notification.permission === "granted")
    notify(text, `/t/${table}`);
}

function notify(body: string, address: string): void {
  const options: NotificationOptions = { body, tag: address, icon: "/icon.svg", data: address };
  try {
    const notification = new Notification("Tablée", options);
    notification.onclick = () => {
      window.focus();
      router.go(address);
      notification.close();
    };
  } catch {
    // Phones leave it to the service worker, which opens the table when it is tapped.
    void navigator.serviceWorker.ready.then((worker) => worker.showNotification("Tablée", options));
  }
}
