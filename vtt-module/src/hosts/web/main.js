// @ts-check
// The table page: registers the elements and starts the app.

import "../../ui/status.js";
import "../../ui/turns.js";
import "../../ui/roster.js";
import "../../ui/palette.js";
import "../../ui/prompts.js";
import "../../ui/log.js";
import "../../ui/gm.js";
import "./lobby.js";
import "./door.js";
import "./table-map.js";
import "./app.js";
