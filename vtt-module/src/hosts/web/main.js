// @ts-check
// The table page: registers the elements and starts the app.

import "../../ui/status.js";
import "../../ui/banner.js";
import "../../ui/turns.js";
import "../../ui/roster.js";
import "../../ui/palette.js";
import "../../ui/prompts.js";
import "../../ui/log.js";
import "../../ui/dice.js";
import "./menu.js";
import "./lobby.js";
import "./door.js";
import "./table-map.js";
import { start } from "./app.js";
import { begin } from "./look.js";

begin().finally(start); // with its words: nobody shall see it change its language
navigator.serviceWorker?.register("sw.js").catch(() => {}); // an install is a convenience; some browsers forbid it
