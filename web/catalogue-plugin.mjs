// The games, for the pages, at build time: `virtual:catalogue` lists them and the names of bots, and /pictures/ID.svg is
// a still of each.
// Both are made by the engine, so that a page shows the games before its own engine has loaded, and no file here lists
// them.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const MODULE = "virtual:catalogue";
const PICTURE = /^\/pictures\/(\w+)\.svg$/;
/** Decides how the stills look: after this many moves of a game with this seed. */
const SEED = "5e".repeat(32);
const MOVES = 14;
const BOT = "greedy";

async function loadEngine() {
  const folder = new URL("src/engine/pkg/", import.meta.url);
  const engine = await import(new URL("tablee_wasm.js", folder).href);
  await engine.default({ module_or_path: readFileSync(new URL("tablee_wasm_bg.wasm", folder)) });
  return engine;
}

/** A still of a game as SVG. */
async function drawPicture(engine, game) {
  const { module } = await runnerImport(fileURLToPath(new URL("src/stage/picture.ts", import.meta.url)));
  const seats = Number(engine.optionForm(game, {}, "").find(({ name }) => name === "players").value);
  const players = Array.from({ length: seats }, () => ({ name: "", bot: BOT }));
  const table = engine.LocalTable.begin({ game, options: {}, players, seed: SEED, setup: undefined, set: undefined });
  for (let moves = 0; moves < MOVES;) {
    const { kind } = table.view().turn;
    if (kind === "over") break;
    if (kind === "chance") table.draw();
    else table.play(engine.think(table.record(), BOT, moves++).mv);
  }
  const svg = module.pictureOfTable(table.view().scene.table, { size: 420 });
  table.free();
  return svg.includes("xmlns") ? svg : svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
}

export function catalogue() {
  let loading = null;
  const engine = () => (loading ??= loadEngine());
  return {
    name: "tablee-catalogue",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      const { catalogue, botNames } = await engine();
      return `export const catalogue = ${JSON.stringify(catalogue())};
export const botNames = ${JSON.stringify(botNames())};`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const game = PICTURE.exec(request.url)?.[1];
        if (game === undefined) return next();
        engine()
          .then((loaded) => drawPicture(loaded, game))
          .then((svg) => response.setHeader("content-type", "image/svg+xml").end(svg), next);
      });
    },
    async generateBundle() {
      for (const { id } of (await engine()).catalogue())
        this.emitFile({
          type: "asset",
          fileName: `pictures/${id}.svg`,
          source: await drawPicture(await engine(), id),
        });
    },
  };
}
