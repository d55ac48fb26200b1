// Pictures for the rules: a table at the beginning, in the middle and at the end of a game that bots played.

import { Bots } from "../engine/bots";
import type { Engine } from "../engine/engine";
import { LocalGame, shuffledTable } from "../engine/game.svelte";
import type { Tabletop } from "../engine/pkg/tablee_wasm.js";

const BOT = "greedy";

export async function sampleTables(engine: Engine, id: string, seats: number): Promise<Tabletop[]> {
  const bots = new Bots();
  const players = Array.from({ length: seats }, () => ({ name: "", bot: BOT }));
  const game = new LocalGame(engine.LocalTable.begin(shuffledTable(id, {}, players)));
  try {
    while (!game.over) {
      if (game.view.turn.kind === "chance") game.draw();
      else game.play((await bots.think(game.record(), BOT)).mv);
    }
    const moments = [0.12, 0.5, 1].map((part) => Math.round(part * game.plies));
    return moments.map((ply) => game.viewAt(ply).scene.table);
  } finally {
    bots.dispose();
    game.free();
  }
}
