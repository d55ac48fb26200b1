// All texts of the pages in French.

import type { Words } from "../en";
import { account } from "./account";
import { lobby } from "./lobby";
import { replay } from "./replay";
import { shared } from "./shared";
import { site } from "./site";
import { table } from "./table";

export const fr: Words = { ...site, ...table, ...replay, ...lobby, ...account, ...shared };
