// The screens of a shared table in both languages, light and dark, at a desk and on a phone: photographed, and looked
// at by axe-core.

import assert from "node:assert/strict";
import { barriers } from "./support/accessibility.mjs";
import {
  address,
  allInSync,
  begun,
  gameOver,
  guest,
  onTable,
  openTable,
  playByProgram,
  sitDown,
  sharedTableTest,
  whoseTurn,
} from "./support/shared-table.mjs";
import { by } from "./support/moves.mjs";
import { FINE, PHONE, shoot } from "./support/browser.mjs";

const LOOKS = {
  english: { locale: "en-GB", colorScheme: "light", ...FINE },
  // In half the size, which is drawn four times as fast.
  "french-dark": { locale: "fr-FR", colorScheme: "dark", deviceScaleFactor: 0.5 },
  phone: { ...PHONE, ...FINE, locale: "fr-FR", colorScheme: "light" },
};

for (const [look, options] of Object.entries(LOOKS)) {
  sharedTableTest(`a tour of a shared table: ${look}`, async ({ arrive }) => {
    const found = [];
    const see = async (page, name) => {
      await shoot(page, `online-${name}-${look}`);
      found.push(...(await barriers(page, name)));
      if (look !== "phone") return;
      const { width, scroll } = await page.evaluate(() => ({
        width: innerWidth,
        scroll: document.documentElement.scrollWidth,
      }));
      assert(scroll <= width, `${name}: nothing sticks out sideways`);
    };
    // The room, as host and as guest.
    const [ada, ben] = [await guest("Ada"), await guest("Benoît")];
    const opened = await openTable(ada, "kumata", {
      seats: ["me", "open", { bot: "level4" }, { reserved: "Cléo" }],
      open: false,
      clock: { kind: "game", seconds: 600, increment: 5 },
    });
    const host = await arrive(ada, address(opened), options);
    await host.locator(by("invite-link")).waitFor();
    const nobody = await arrive(null, address(opened), options);
    await nobody.locator(by("sit")).click();
    await nobody.locator(by("my-name")).waitFor();
    await see(nobody, "name");
    const friend = await arrive(ben, address(opened), options);
    await friend.locator(by("sit")).first().waitFor();
    await see(friend, "room-guest");
    await host.locator(`${by("spectator")} ${by("remove")}`).click();
    await see(host, "room-removing");
    await host.locator(by("remove-no")).click();
    await sitDown(friend);
    await host.locator(`[data-seat="1"][data-taken=true]`).waitFor();
    await see(host, "room-host");
    const stranger = await arrive(null, address(opened, false), options);
    await stranger.locator(by("trouble")).waitFor();
    await see(stranger, "not-invited");

    // The game: a clock, who is there, a few words, a question.
    const match = await begun(arrive, "rumis", ["Ada", "Benoît"], {
      browser: options,
      clock: { kind: "game", seconds: 900, increment: 0 },
    });
    const { pages } = match;
    await playByProgram(match, 8);
    await allInSync(pages);
    await pages[0].locator(by("chat-toggle")).click();
    await pages[0].locator(by("chat-text")).fill("Joli coup ! / Nice move!");
    await pages[0].locator(by("chat-send")).click();
    await pages[1].locator(by("unread")).waitFor();
    await see(pages[1], "table-unread");
    await pages[0].locator(by("said")).first().waitFor();
    await see(pages[0], "table-chat");
    await pages[0].locator(by("chat-close")).click();
    const asking = (await whoseTurn(pages)) === pages[0] ? pages[1] : pages[0];
    const asked = asking === pages[0] ? pages[1] : pages[0];
    await asking.locator(by("undo")).click();
    await asked.locator(by("undo-agree")).waitFor();
    await see(asked, "undo-asked");
    await see(asking, "undo-waiting");
    await asked.locator(by("undo-refuse")).click();
    await asking.locator(by("undo-request")).waitFor({ state: "detached" });
    const watcher = await arrive(null, new URL(pages[0].url()).pathname + "?test=hurry", options);
    await onTable(watcher);
    await see(watcher, "watching");
    await pages[1].locator(by("menu")).click();
    await pages[1].locator(by("resign")).click();
    await see(pages[1], "resign");
    await pages[1].locator(by("resign-yes")).click();
    await gameOver(pages[0]);
    await pages[0].waitForSelector(`${by("end")}[data-done=true]`);
    await see(pages[0], "end");
    assert.deepEqual(found, [], "barriers that axe-core finds");
  });
}
