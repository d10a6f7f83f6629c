/** Pictures of the page in three sizes and two themes: `npm run screens -- folder [link]`, after a build. */
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { serve } from "../../src/tools/serve.mjs";
import { launchChromium } from "./chromium.ts";
