// All tests in one process, so that they share the server and the browser. Any of these files can be run alone as well.

import "./games.test.mjs";
