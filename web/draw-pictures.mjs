// Draws the pictures that are there before the engine is: a still of each game for the home page, and the icon as PNG. To be run after a
// change of drawings or colours: node draw-pictures.mjs [path of chromium]

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { createServer } from "vite";

const folder = new URL("public/", import.meta.url).pathname;
const server = await createServer({ root: new URL(".", import.meta.url).pathname, server: { port: 5199 } });
await server.listen();
const browser = await chromium.launch({
  executablePath: process.argv[2] ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 512, height: 512 } });
await page.goto("http://localhost:5199/about");

const pictures = await page.evaluate(async () => {
  const engine = await (await import("/src/engine/engine.ts")).loadEngine();
  const { pictureOfTable } = await import("/src/stage/picture.ts");
  return engine.catalogue().map(({ id }) => {
    const seats = Number(engine.optionForm(id, {}, "").find((field) => field.name === "players").value);
    const players = Array.from({ length: seats }, () => ({ name: "", bot: "greedy" }));
    const table = engine.Table.begin({
      game: id,
      options: {},
      players,
      seed: "5e".repeat(32),
      setup: undefined,
      set: undefined,
    });
    for (let moves = 0; moves < 14;) {
      const { kind } = table.view().turn;
      if (kind === "over") break;
      if (kind === "chance") table.draw();
      else {
        table.play(engine.think(table.record(), "greedy", moves).mv);
        moves++;
      }
    }
    return [id, pictureOfTable(table.view().scene.table, { size: 420 })];
  });
});
mkdirSync(`${folder}pictures`, { recursive: true });
for (const [id, svg] of pictures)
  writeFileSync(
    `${folder}pictures/${id}.svg`,
    svg.includes("xmlns") ? svg : svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"'),
  );

const icon = readFileSync(`${folder}icon.svg`, "utf8");
for (const size of [192, 512]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${icon}`);
  await page.screenshot({ path: `${folder}icon-${size}.png`, omitBackground: true });
}
await browser.close();
await server.close();
