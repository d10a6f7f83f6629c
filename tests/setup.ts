/** Before each file: measure words by metrics, load the modules that the page loads on demand, and set the seed and number of random cases. */
import { configureGlobal } from "fast-check";
import { fetchCompilers } from "../src/core/run/fetch-compilers.ts";
import { fetchEngines } from "../src/core/flow-control/engines.ts";
import { programMeasures } from "../src/core/measures/measure.ts";
import { cases, seed } from "./effort.ts";
import { installTextMetrics } from "./text-metrics.ts";

installTextMetrics();
await Promise.all([fetchEngines(), fetchCompilers(), programMeasures.fetch()]);

// A law that names no seed would draw other cases in every run: what one run finds, the next one could not show again.
configureGlobal({ seed, numRuns: cases(100) });
