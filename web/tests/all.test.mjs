// All tests in one process, so that they share the server and the browser. Any of these files can be run alone as well.

import "./support/fresh.mjs";
import "./games.test.mjs";
import "./keyboard.test.mjs";
import "./table.test.mjs";
import "./again.test.mjs";
import "./new.test.mjs";
import "./replay.test.mjs";
import "./companion.test.mjs";
import "./offline.test.mjs";
import "./phone.test.mjs";
import "./rules.test.mjs";
import "./lesson.test.mjs";
import "./figures.test.mjs";
import "./lobby.test.mjs";
import "./me.test.mjs";
import "./online-games.test.mjs";
import "./online-table.test.mjs";
import "./online-tour.test.mjs";
import "./tour.test.mjs";
