/** What pages fetch when a scenario asks for it is there in every test. */
import "../src/core/all-kinds.ts";
import { fetchCompilers } from "../src/core/compile.ts";
import { fetchEngines } from "../src/core/flow-control/engines.ts";
import { programMeasures } from "../src/core/measures/measure.ts";

await Promise.all([fetchEngines(), fetchCompilers(), programMeasures.fetch()]);
