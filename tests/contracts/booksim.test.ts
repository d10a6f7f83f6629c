/**
 * Comparison with BookSim 2 in its settings: wormhole routers with three stages, virtual channels of 64 flits, and round-robin allocators.
 * The README has one table for one pass through the switch per cycle and one for two passes. In every row, latency agrees within 5 % (below
 * four fifths of saturation) and accepted load within 3 %.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startRun } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { scalar } from "../../src/core/simulation/frame.ts";
import { isThorough } from "../effort.ts";
import { frameOf, runToEnd } from "./scenarios.ts";

const router = { kind: "wormhole", buffer: 64, atTerminals: "any", selection: "best-free", ties: "random", arbitration: "round-robin" };

const fullGraph = {
  topology: { kind: "hyperx", sizes: [16], terminalsPerSwitch: 16 },
  flowControl: { ...router, virtualChannels: 2 },
  pattern: "complement",
};

/** The networks that the first cell of a row names. Traffic is uniform unless stated otherwise. */
const networks = {
  "8×8 torus": {
    topology: { kind: "torus", sizes: [8, 8] },
    routing: { kind: "dimension-order", channelClasses: "on-entry", halfWay: "random" },
    flowControl: router,
  },
  "8×8 mesh": {
    topology: { kind: "mesh", sizes: [8, 8] },
    routing: { kind: "dimension-order" },
    flowControl: { ...router, virtualChannels: 2 },
  },
  "4-ary 3-tree": {
    topology: { kind: "k-ary-n-tree", k: 4, n: 3 },
    flowControl: { ...router, virtualChannels: 2, selection: "one-drawn" },
  },
  // The local and global channels take 10 and 100 cycles, including the cycle of the phit itself.
  dragonfly: {
    topology: { kind: "dragonfly" },
    routing: { kind: "local-global-local" },
    links: [
      { class: "local", length: 9 },
      { class: "global", length: 99 },
    ],
    flowControl: router,
  },
  "full graph, Valiant": { ...fullGraph, routing: { kind: "valiant" } },
  "full graph, UGAL": { ...fullGraph, routing: { kind: "ugal" } },
};

/**
 * The switches of each table. With two passes per cycle, channels are allocated in both passes, so the three stages take one cycle; the
 * output buffer takes another one.
 *
 * `npm test` runs the first row of each network named here: both tables have a torus, and the first table has all routings except those of
 * the full graph, whose 256 terminals take longest.
 */
const tables: readonly (readonly [string, object, readonly (keyof typeof networks)[]])[] = [
  ["one pass", { pipeline: 3, speedup: 1 }, ["8×8 torus", "8×8 mesh", "4-ary 3-tree", "dragonfly"]],
  ["two passes", { pipeline: 1, speedup: 2, outputBuffer: 64 }, ["8×8 torus"]],
];

interface Row {
  readonly network: keyof typeof networks;
  readonly flits: number;
  readonly measure: "latency" | "accepted";
  readonly load: number;
  readonly theirs: number;
  readonly here: number;
}

/**
 * Length of the measurement window in cycles. Below saturation, a quarter of the window contains more packets of one flit than the whole
 * window contains longer packets, so a quarter is enough for them under `npm test`. At saturation the whole window is needed.
 */
const windowOf = ({ flits, measure }: Row) => (!isThorough && measure === "latency" && flits === 1 ? 4000 : 16_000);

/** Mean of two seeds. */
function measureRow(row: Row, rules: object): number {
  const { network, flits, measure, load } = row;
  let sum = 0;
  for (const seed of [1, 2]) {
    const { flowControl, pattern, ...parts } = { pattern: "uniform", ...networks[network] };
    const scenario = readScenario({
      ...parts,
      flowControl: { ...flowControl, packet: `${4 * flits} B` },
      switch: rules,
      workload: { kind: "open-loop", pattern, load },
      run: { warmUp: windowOf(row) / 4, window: windowOf(row), drain: measure === "latency" ? 100_000 : 0 },
      seed,
    });
    const { simulation, plan } = startRun(scenario);
    runToEnd(simulation);
    const { scalars } = frameOf(simulation);
    sum +=
      measure === "latency"
        ? scalars[scalar.latency] / scalars[scalar.taggedDelivered]
        : (scalars[scalar.accepted] * plan.packetPhits) / scalars[scalar.windowCycles] / plan.network.terminals;
  }
  return sum / 2;
}

const tableRows = rowsOf(readFileSync(new URL("README.md", import.meta.url), "utf8"));
const relativeDifference = (a: number, b: number) => Math.abs(a / b - 1);

describe.each(tables)("compared with BookSim 2, %s", (name, rules, usual) => {
  const rows = tableRows[tables.findIndex(([each]) => each === name)];

  it("every row is read", () => expect(rows).toHaveLength(name === "one pass" ? 19 : 23));

  const firstOf = (network: Row["network"]) => rows.find((row) => row.network === network)!;
  it.each(isThorough ? rows : usual.map(firstOf))("$network, $flits flits, $measure at $load: $here", (row) => {
    expect(relativeDifference(measureRow(row, rules), row.here)).toBeLessThan(row.measure === "latency" ? 0.03 : 0.01);
    expect(relativeDifference(row.here, row.theirs)).toBeLessThan(row.measure === "latency" ? 0.05 : 0.03);
  });
});

/** Reads the rows of the README's tables. */
function rowsOf(readme: string): readonly (readonly Row[])[] {
  return [...readme.matchAll(/\| network \| flits \| load .*\n\|[-|:]+\n((?:\|.*\n)+)/g)].map(([, lines]) =>
    lines.trim().split("\n").map(rowOf),
  );
}

/** Reads one row of a table. */
function rowOf(line: string): Row {
  const [name, flits, load, measure, theirs, here] = line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
  expect(Object.keys(networks)).toContain(name);
  expect(["latency", "accepted"]).toContain(measure);
  return {
    network: name as Row["network"],
    flits: Number(flits),
    measure: measure as Row["measure"],
    load: Number(load),
    theirs: Number(theirs),
    here: Number(here),
  };
}
