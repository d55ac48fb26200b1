// All texts of the pages in English. Their types are the types of every language: see Words.

import { account } from "./account";
import { lobby } from "./lobby";
import { myGames } from "./my-games";
import { replay } from "./replay";
import { shared } from "./shared";
import { site } from "./site";
import { table } from "./table";
import { telling } from "./telling";

export const en = { ...site, ...table, ...telling, ...replay, ...lobby, ...account, ...myGames, ...shared };

/** The texts of one language. A language that leaves one out does not compile. */
export type Words = typeof en;
