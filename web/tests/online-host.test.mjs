// What a host can do about people: renew and revoke the invitation, see who watches, and remove people for good.

import assert from "node:assert/strict";
import { barriers } from "./support/accessibility.mjs";
import { address, guest, onTable, openTable, sharedTableTest, sitDown } from "./support/shared-table.mjs";
import { by } from "./support/moves.mjs";

const link = (page) => page.locator(by("invite-link")).inputValue();
const secretOf = (url) => new URL(url).hash.slice("#i=".length);
const refused = (page, text) => page.locator(by("trouble")).filter({ hasText: text }).waitFor();

/** Waits for another link than this one, and returns it. */
async function nextLink(page, before) {
  await page.waitForFunction((before) => {
    const now = document.querySelector("[data-testid=invite-link]")?.value;
    return now !== undefined && now !== before;
  }, before);
  return link(page);
}

/** Asked once, and nothing happens before the answer. Returns the sockets that the watcher has opened since. */
async function removeByKeyboard(host, watcher) {
  const spectator = host.locator(by("spectator"));
  await spectator.locator(by("remove")).focus();
  await host.keyboard.press("Enter");
  await host.locator(by("remove-sure")).filter({ hasText: "stay out" }).waitFor();
  assert.deepEqual(await barriers(host, "room"), []);
  await host.keyboard.press("Tab");
  await host.keyboard.press("Enter");
  assert.equal(await host.evaluate(() => document.activeElement?.dataset.testid), "remove");
  assert.equal(await watcher.locator(by("room")).count(), 1);
  const sockets = [];
  watcher.on("websocket", (socket) => sockets.push(socket));
  await host.keyboard.press("Enter");
  await host.keyboard.press("Enter");
  await refused(watcher, "The host removed you");
  await spectator.waitFor({ state: "detached" });
  assert.equal(await host.evaluate(() => document.activeElement?.textContent), "Spectators");
  await watcher.reload();
  await refused(watcher, "The host removed you");
  return sockets;
}

/** During the game, all of this is in the menu. */
async function inTheGame(host) {
  for (const number of [1, 2]) {
    const there = host.locator(`${by("room-seat")}[data-seat="${number}"]`);
    if (number === 2) await there.locator(by("free-seat")).click();
    await there.locator(by("host-seat")).selectOption("level1");
  }
  await host.locator(`${by("begin")}:enabled`).click();
  await onTable(host);
  await host.locator(by("menu")).click();
  await host.locator(by("invitation")).click();
  const dialog = host.locator(by("invitation-dialog"));
  await dialog.filter({ hasText: "can watch" }).filter({ hasText: "Nobody is watching" }).waitFor();
  assert.deepEqual(await barriers(host, "invitation"), []);
  await dialog.locator(by("invite-revoke")).click();
  await dialog.locator(by("invite-revoked")).waitFor();
}

sharedTableTest("a host renews and revokes the invitation, and removes people for good", async ({ arrive }) => {
  const [ada, ben, zoe] = [await guest("Ada"), await guest("Ben"), await guest("Zoé <b>")];
  const opened = await openTable(ada, "rumis", { seats: ["me", "open", { reserved: "Cléo" }], open: false });
  const host = await arrive(ada, address(opened));
  const friend = await arrive(ben, address(opened));
  await sitDown(friend);
  const watcher = await arrive(zoe, address(opened));
  await watcher.locator(by("room")).waitFor();

  // Only the host sees who watches. Everyone sees who is a guest.
  const spectator = host.locator(by("spectator"));
  await spectator.filter({ hasText: "Zoé <b>" }).filter({ hasText: "guest" }).waitFor();
  assert.equal(await friend.locator(by("spectator")).count(), 0);
  await friend.getByText("1 watching").waitFor();
  assert.equal(await friend.locator(`${by("room-seat")} ${by("guest")}`).count(), 2);

  const sockets = await removeByKeyboard(host, watcher);

  // A new link: the old one stands nowhere any more, and the links to reserved seats end with it.
  const seat = host.locator(`${by("room-seat")}[data-seat="2"]`);
  await seat.locator(by("seat-link")).click();
  const seatLink = await seat.locator(by("invite-link")).inputValue();
  const before = await link(host.locator(".beside"));
  await host.locator(by("invite-renew")).click();
  await seat.locator(by("invite-link")).waitFor({ state: "detached" });
  const second = await nextLink(host, before);
  const third = await arrive(null, before.replace("#", "?test=hurry#"));
  await refused(third, "by invitation only");
  await third.goto(`${new URL(seatLink).pathname}?test=hurry&again${new URL(seatLink).hash}`);
  await refused(third, "by invitation only");
  await third.goto(`${new URL(second).pathname}?test=hurry${new URL(second).hash}`);
  await third.locator(by("room")).waitFor();
  // Seated players have the new link as well.
  await friend.waitForFunction(
    (wanted) => document.querySelector("[data-testid=invite-link]")?.value === wanted,
    second,
  );

  // No link at all.
  await host.locator(by("invite-revoke")).click();
  await host.locator(by("invite-revoked")).waitFor();
  await refused(third, "by invitation only");
  for (const page of [host, friend]) {
    await page.locator(by("invite-link")).waitFor({ state: "detached" });
    const everywhere = (await page.content()) + page.url();
    for (const dead of [opened.invite, secretOf(second), secretOf(seatLink)]) assert(!everywhere.includes(dead));
  }
  assert.equal(await host.evaluate(() => document.activeElement?.dataset.testid), "invite-renew");
  await host.keyboard.press("Enter");
  await nextLink(host, second);

  // A player of the waiting room.
  await host.locator(`${by("room-seat")}[data-seat="1"] ${by("remove")}`).click();
  await host.locator(by("remove-yes")).click();
  await refused(friend, "The host removed you");
  await host.locator(`${by("room-seat")}[data-seat="1"][data-taken=false]`).waitFor();
  assert(sockets.length <= 2, "one socket to receive it, and one after the reload");
  await inTheGame(host);
});
