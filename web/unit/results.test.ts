// Results: what a finished game leaves behind, what is kept, and the figures made of it.

import { beforeEach, describe, expect, test } from "vitest";
import type { Summary } from "../src/engine/pkg/tablee_wasm.js";
import {
  adopt,
  eraseResults,
  levelOfResult,
  mustAdopt,
  OTHER_BOT,
  outcomeOf,
  PERSON,
  recordAgainst,
  recordOnline,
  recordResult,
  resultFor,
  resultsHere,
  resultsOnline,
  type Result,
} from "../src/engine/results";
import { balance, bestGame, groups, leads, streaks, tally } from "../src/engine/statistics";
import { onlineResult } from "../src/live/my-results";

const KEY = "tablee.results";
beforeEach(() => {
  localStorage.removeItem(KEY);
  localStorage.removeItem("tablee.results.online");
});

let made = 0;
/** A game for two against a bot, the later the more results were made before. */
function result(outcome: "won" | "shared" | "lost", changes: Partial<Result> = {}): Result {
  made++;
  return {
    id: `t${made}`,
    game: "some-game",
    when: made,
    seats: 2,
    against: [2],
    place: outcome === "lost" ? 2 : 1,
    score: outcome === "lost" ? 10 : 20,
    best: outcome === "won" ? 15 : 20,
    shared: outcome === "shared",
    teams: false,
    practice: false,
    online: false,
    ...changes,
  };
}

const finished = {
  id: "t",
  game: "some-game",
  when: 5,
  own: 0,
  places: [1, 2, 3],
  scores: [30, 20, 10],
  teams: [0, 1, 2],
  bots: [undefined, "level3", "level1"],
  practice: false,
  online: false,
};

describe("the result of a finished game", () => {
  test("has one's own place and points, the best opponent's points, and their levels", () => {
    expect(resultFor(finished)).toEqual({
      id: "t",
      game: "some-game",
      when: 5,
      seats: 3,
      against: [1, 3],
      place: 1,
      score: 30,
      best: 20,
      shared: false,
      teams: false,
      practice: false,
      online: false,
    });
    expect(levelOfResult(resultFor(finished))).toBe(3);
  });

  test("is shared if an opponent has the same place", () => {
    expect(outcomeOf(resultFor({ ...finished, places: [1, 1, 3] }))).toBe("shared");
    expect(outcomeOf(resultFor({ ...finished, places: [2, 1, 2] }))).toBe("lost");
  });

  test("is a win, and not shared, if a partner has the same place; points are those of the teams", () => {
    const teams = resultFor({
      ...finished,
      places: [1, 2, 1, 2],
      scores: [10, 18, 12, 1],
      teams: [0, 1, 0, 1],
      bots: [undefined, "level2", "level7", "level2"],
    });
    expect(outcomeOf(teams)).toBe("won");
    expect(teams).toMatchObject({ teams: true, score: 22, best: 19, against: [2, 2] });
  });

  test("counts for people if one of them was an opponent, and for other bots without a level", () => {
    expect(levelOfResult(resultFor({ ...finished, bots: [undefined, undefined, "level4"] }))).toBe(PERSON);
    expect(levelOfResult(resultFor({ ...finished, bots: [undefined, "greedy", "greedy"] }))).toBe(OTHER_BOT);
  });
});

describe("the store", () => {
  test("keeps a result as it is, the latest first", () => {
    const [first, second] = [result("won", { against: [0, -1], teams: true }), result("shared", { practice: true })];
    recordResult(first);
    recordResult(second);
    expect(resultsHere()).toEqual([second, first]);
  });

  test("keeps the first result of a game", () => {
    const lost = result("lost");
    expect(recordResult(lost)).toBe(true);
    expect(recordResult({ ...lost, place: 1 })).toBe(false);
    expect(resultsHere()).toEqual([lost]);
  });

  test("forgets the oldest results when there are very many", () => {
    adopt(Array.from({ length: 2000 }, (_, at) => result("won", { when: 1000 + at })));
    const old = result("lost", { when: 1 });
    const fresh = result("lost", { when: 9999 });
    recordResult(old);
    recordResult(fresh);
    expect(resultsHere()).toHaveLength(2000);
    expect(resultsHere()[0]).toEqual(fresh);
    expect(resultsHere()).not.toContainEqual(old);
  });

  test.each(["", "null", "[]", '{"version":1}', '{"version":1,"rows":[1,["x"],[1,2,3,4,5,6,7,8,9]]}'])(
    "is empty if the browser has %j",
    (kept) => {
      localStorage.setItem(KEY, kept);
      expect(resultsHere()).toEqual([]);
      recordResult(result("won"));
      expect(resultsHere()).toHaveLength(1);
    },
  );

  test("leaves alone what a later version wrote", () => {
    const later = '{"version":2,"rows":[]}';
    localStorage.setItem(KEY, later);
    recordResult(result("won"));
    expect([localStorage.getItem(KEY), resultsHere(), mustAdopt()]).toEqual([later, [], false]);
  });

  test("takes earlier results over once, even after it was erased", () => {
    const known = result("won");
    recordResult(known);
    expect(mustAdopt()).toBe(true);
    adopt([{ ...known, place: 2 }, result("lost")]);
    expect(resultsHere().map(outcomeOf)).toEqual(["lost", "won"]);
    expect(mustAdopt()).toBe(false);
    eraseResults();
    expect([resultsHere(), mustAdopt()]).toEqual([[], false]);
  });

  test("keeps results of shared tables for the person they belong to", () => {
    const online = result("won", { online: true });
    recordOnline("anna", [online]);
    recordOnline("anna", [online, result("lost", { online: true })]);
    expect(resultsOnline("anna").map(outcomeOf)).toEqual(["lost", "won"]);
    expect(resultsOnline("bob")).toEqual([]);
    recordOnline("bob", []);
    expect(resultsOnline("anna")).toEqual([]);
  });
});

describe("the result at a shared table", () => {
  const seat = (who: Summary["seats"][number]["who"], place: number, score: number) => ({ who, place, score });
  const anna = { person: { id: "anna", name: "Anna" } };
  const bob = { person: { id: "bob", name: "Bob" } };
  const table = {
    table: "shared",
    game: "some-game",
    changed: 7,
    seats: [seat(bob, 2, 4), seat({ bot: "level3" }, 3, 2), seat(anna, 1, 9)],
  } as Summary;

  test("is that of the person's seat", () => {
    const mine = onlineResult("anna", table, [0, 1, 2]);
    expect(mine).toMatchObject({ id: "shared", when: 7, place: 1, score: 9, best: 4, against: [0, 3], online: true });
  });

  test("is none without a seat, or without an end", () => {
    expect(onlineResult("carl", table, [0, 1, 2])).toBeNull();
    expect(onlineResult("anna", { ...table, seats: [{ who: anna }, { who: bob }] }, [0, 1])).toBeNull();
  });
});

describe("figures", () => {
  test("the record against a level has its games only, and the wins in a row", () => {
    for (const each of [
      result("won"),
      result("lost"),
      result("shared"),
      result("won"),
      result("lost", { practice: true }),
      result("lost", { against: [3] }),
      result("lost", { game: "other-game" }),
      result("won"),
    ])
      recordResult(each);
    expect(recordAgainst("some-game", 2)).toEqual({ won: 3, lost: 1, shared: 1, streak: 2 });
    expect(recordAgainst("some-game", 3)).toEqual({ won: 0, lost: 1, shared: 0, streak: 0 });
    expect(recordAgainst("some-game", 4)).toEqual({ won: 0, lost: 0, shared: 0, streak: 0 });
  });

  test("games are counted by level and number of players, people last", () => {
    const results = [
      result("won", { against: [PERSON] }),
      result("won", { against: [3] }),
      result("lost", { against: [1, 1], seats: 3 }),
      result("won", { against: [1] }),
      result("shared", { against: [1] }),
    ];
    expect(groups(results)).toEqual([
      { level: 1, seats: 2, won: 1, shared: 1, lost: 0 },
      { level: 1, seats: 3, won: 0, shared: 0, lost: 1 },
      { level: 3, seats: 2, won: 1, shared: 0, lost: 0 },
      { level: PERSON, seats: 2, won: 1, shared: 0, lost: 0 },
    ]);
    expect(tally(results)).toEqual({ won: 3, shared: 1, lost: 1 });
  });

  test("streaks go by time, whatever the order of the list; a shared win ends one", () => {
    const results = ["won", "won", "won", "shared", "won", "lost", "won", "won"] as const;
    const list = results.map((outcome) => result(outcome));
    expect(streaks(list)).toEqual({ now: 2, longest: 3 });
    expect(streaks(list.toReversed())).toEqual({ now: 2, longest: 3 });
    expect(streaks([])).toEqual({ now: 0, longest: 0 });
  });

  test("the best game is the first with the most points", () => {
    const list = [result("won", { score: 30 }), result("lost", { score: 41 }), result("won", { score: 41 })];
    expect(bestGame(list.toReversed())).toBe(list[1]);
    expect(bestGame([])).toBeUndefined();
  });

  test("the curves: games won less games lost, and points ahead", () => {
    const list = [result("lost"), result("shared"), result("won"), result("won")];
    expect(balance(list).map(({ value }) => value)).toEqual([-1, -1, 0, 1]);
    expect(leads(list).map(({ value }) => value)).toEqual([-10, 0, 5, 5]);
  });
});
