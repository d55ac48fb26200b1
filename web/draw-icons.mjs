// Draws public/icon.svg as PNG, in the sizes that browsers ask for. Run it after a change of the icon:
// node draw-icons.mjs [path of chromium]

import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const folder = new URL("public/", import.meta.url).pathname;
const browser = await chromium.launch({
  executablePath: process.argv[2] ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage();
const icon = readFileSync(`${folder}icon.svg`, "utf8");
for (const size of [192, 512]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${icon}`);
  await page.screenshot({ path: `${folder}icon-${size}.png`, omitBackground: true });
}
await browser.close();
