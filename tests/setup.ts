/**
 * Runs before each test file: installs text metrics, loads the modules that the page loads lazily, and sets the seed and number of random
 * cases.
 */
import { configureGlobal } from "fast-check";
import { fetchCompilers } from "../src/core/run/fetch-compilers.ts";
import { fetchEngines } from "../src/core/flow-control/engines.ts";
import { programMeasures } from "../src/core/measures/measure.ts";
import { cases, seed } from "./effort.ts";
import { installTextMetrics } from "./text-metrics.ts";

installTextMetrics();
await Promise.all([fetchEngines(), fetchCompilers(), programMeasures.fetch()]);

// Without a fixed seed, every run would draw other cases, and a failure could not be reproduced.
configureGlobal({ seed, numRuns: cases(100) });
