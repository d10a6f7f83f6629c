/**
 * Times the work before a run: building a network, its layout, structure and bisection, and parsing large texts.
 *
 * `node src/tools/run.mjs tests/bench/preparation.ts` prints milliseconds for each case; additional words select cases by name.
 */
import { fileURLToPath } from "node:url";
import { findBisection } from "../../src/core/analysis/bisection/bisection.ts";
import { type ChosenKind, readKind } from "../../src/core/base/params.ts";
import { readMatrix, writeMatrix } from "../../src/core/traffic/traffic-matrix-text.ts";
import { emptyMatrix, withCells } from "../../src/core/traffic/traffic-matrix.ts";
import { checkNetwork } from "../../src/core/network/check.ts";
import type { Network } from "../../src/core/network/network.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { maxPasted, readSpreadsheet } from "../../src/formats/spreadsheet.ts";
import { goal } from "../../src/formats/traffic/goal.ts";
import { stageView } from "../../src/views/stage/stage.ts";
import { describeTopology } from "../../src/worker/describe-topology.ts";
import { build as buildChosen } from "../contracts/arbitrary.ts";
import { hubs } from "../hubs.ts";
import { desk, viewData } from "../views/fixtures.ts";
import { runBenchmark } from "./isolated.ts";

interface Preparation {
  readonly id: string;
  /** Prepares the input, which is not timed, and returns the function to be timed. */
  readonly prepare: () => (() => unknown) | Promise<() => unknown>;
}

const kindOf = (topology: object): ChosenKind => readKind(allTopologies, topology, "", []);
const build = (topology: object): Network => buildChosen(kindOf(topology));

const fewHubs = hubs(3, (t) => (t * 29) % 4096, 140);
const manyTerminals = hubs(4, (t) => t % 4, 9998);

const structures: readonly Preparation[] = [
  { name: "Three Quads 22", topology: { kind: "three-quads", m: 22 } },
  { name: "three hubs of 4096 switches", topology: fewHubs },
  { name: "hypercube 13", topology: { kind: "hypercube", n: 13 } },
].map(({ name, topology }) => ({ id: `structure, ${name}`, prepare: () => () => describeTopology(kindOf(topology)) }));

const layouts: readonly Preparation[] = [
  { name: "dragonfly 4,16,4,64", topology: { kind: "dragonfly", p: 4, a: 16, h: 4, g: 64 } },
  { name: "HammingMesh 128×128", topology: { kind: "hamming-mesh", x: 128, y: 128 } },
  { name: "rails of 2048 hosts", topology: { kind: "rails", hosts: 2048, accelerators: 8 } },
  { name: "Clos of 64 ports, 8 planes", topology: { kind: "clos", ports: 64, planes: 8 } },
  {
    name: "chain of 3000 switches",
    topology: { kind: "graph", switches: 3000, links: Array.from({ length: 2999 }, (_, i) => ({ a: i, b: i + 1 })) },
  },
].map(({ name, topology }) => ({
  id: `layout, ${name}`,
  prepare: async () => {
    const data = viewData(build(topology));
    return () => stageView.layout(data, desk);
  },
}));

const bisections: readonly Preparation[] = [
  { name: "three hubs, 140 terminals", topology: fewHubs },
  { name: "four hubs, 9998 terminals", topology: manyTerminals },
].map(({ name, topology }) => ({
  id: `bisection, ${name}`,
  prepare: () => {
    const network = build(topology);
    return () => findBisection(network, "terminals", 1, { remaining: 5e7 });
  },
}));

const buildings: readonly Preparation[] = [
  { name: "hypercube 16 (65,536)", topology: { kind: "hypercube", n: 16 } },
  { name: "Clos of 64 ports, 3 levels (65,536)", topology: { kind: "clos", ports: 64, levels: 3 } },
  { name: "megafly 16,16,15 (61,696)", topology: { kind: "megafly", p: 16, s: 16, h: 15 } },
  { name: "Jellyfish of 4096 switches (65,536)", topology: { kind: "jellyfish", switches: 4096, ports: 32, degree: 16 } },
  { name: "HammingMesh 4×4, 64×64 (65,536)", topology: { kind: "hamming-mesh", a: 4, b: 4, x: 64, y: 64 } },
].map(({ name, topology }) => ({ id: `building, ${name}`, prepare: () => () => checkNetwork(build(topology)) }));

/** A GOAL program with a thousand operations per rank, each of which depends on the previous one. */
function goalText(ranks: number): string {
  const lines = [`num_ranks ${ranks}`];
  for (let rank = 0; rank < ranks; rank++) {
    lines.push(`rank ${rank} {`);
    for (let i = 1; i <= 1000; i++) {
      const operation = ["calc 1234", `send 65536b to ${(rank + 1) % ranks} tag 5`, `recv 65536b from ${(rank + ranks - 1) % ranks} tag 5`];
      lines.push(`l${i}: ${operation[i % 3]}`);
      if (i > 1) lines.push(`l${i} requires l${i - 1}`);
    }
    lines.push("}");
  }
  return lines.join("\n");
}

const texts: readonly Preparation[] = [
  {
    id: "matrix of 1,048,576 cells, written and read",
    prepare: () => {
      const count = 1024 ** 2;
      const source = Uint16Array.from({ length: count }, (_, i) => i >> 10);
      const destination = Uint16Array.from({ length: count }, (_, i) => i & 1023);
      const value = Float64Array.from({ length: count }, (_, i) => (1 + ((i * 7919) % 9000)) / 1000 + 10 ** ((i % 7) - 3));
      const matrix = withCells(emptyMatrix, { source, destination, value });
      return () => readMatrix(writeMatrix(matrix));
    },
  },
  {
    id: `spreadsheet of ${maxPasted} rows and columns`,
    prepare: () => {
      const row = Array.from({ length: maxPasted }, (_, i) => i / 8).join("\t");
      const sheet = Array.from({ length: maxPasted }, () => row).join("\n");
      return () => readSpreadsheet(sheet);
    },
  },
  {
    id: "spreadsheet with a cell of 10,000,000 letters",
    prepare: () => {
      const sheet = `1\t"${"x".repeat(10_000_000)}"`;
      return () => readSpreadsheet(sheet);
    },
  },
  ...[100, 1000].map((ranks) => ({
    id: `GOAL text of ${ranks} ranks with 1000 operations each`,
    prepare: () => {
      const program = goalText(ranks);
      return () => goal.read(program);
    },
  })),
];

const preparations: readonly Preparation[] = [...structures, ...layouts, ...bisections, ...buildings, ...texts];

/** Times a case in this process: the first time, as in a page that has just been opened, and the minimum of four. */
async function timePreparation({ prepare }: Preparation): Promise<{ readonly first: number; readonly least: number }> {
  const work = await prepare();
  const times: number[] = [];
  for (let i = 0; i < 4; i++) {
    const startTime = performance.now();
    await work();
    times.push(performance.now() - startTime);
  }
  return { first: times[0], least: Math.min(...times) };
}

await runBenchmark(fileURLToPath(import.meta.url), {
  cases: preparations,
  time: timePreparation,
  line: (id, { first, least }) =>
    `${id.padEnd(56)} ${first.toFixed(0).padStart(6)} ms the first time, ${least.toFixed(0).padStart(6)} ms at best of four`,
});
