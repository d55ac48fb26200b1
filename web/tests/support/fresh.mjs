// Pictures of an earlier run are not this one's. To be imported before whatever takes new ones.

import { rmSync } from "node:fs";

rmSync(new URL("../../test-shots/", import.meta.url), { recursive: true, force: true });
