// All texts of the pages in French.

import type { Words } from "../en";
import { account } from "./account";
import { lobby } from "./lobby";
import { myGames } from "./my-games";
import { replay } from "./replay";
import { shared } from "./shared";
import { site } from "./site";
import { table } from "./table";
import { telling } from "./telling";

export const fr: Words = { ...site, ...table, ...telling, ...replay, ...lobby, ...account, ...myGames, ...shared };
