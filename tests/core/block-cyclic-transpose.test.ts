/**
 * Tests of the block-cyclic transpose and its relays, against a plain implementation of the paper and against properties that must hold.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/core/run/compile.ts";
import { op, opWords, type PermutationPairs, type Program } from "../../src/core/programs/program.ts";
import { sendsOf } from "../contracts/sends.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { partnerInPhase, phaseCount, countCommonRows } from "../../src/core/workloads/steps/block-cyclic-steps.ts";
import { distanceAlong, intermediateCoordinates, shortDimensions } from "../../src/core/workloads/steps/short-dimension-routing.ts";
import { cases, thoroughTest } from "../effort.ts";
import {
  type RelayOptions,
  gcd,
  type Dimension,
  elementsMoved,
  figure2Phases,
  distanceAlongLongest,
  relayPosition,
  relaysOf,
  shortDimensionIndices,
  signedDistance,
} from "../reference/transpose.ts";
import { expectWording, refusalOf } from "../wording/wording.ts";

const range = (n: number) => Array.from({ length: n }, (_, i) => i);

describe("the phases of Fig. 2", () => {
  const grids = range(9).flatMap((p) => range(9).map((q) => ({ P: p + 1, Q: q + 1 })));

  it("are L/P × L/Q, and each is a permutation: the send line as it is printed", () => {
    for (const grid of grids) {
      const { P, Q } = grid;
      const L = (P * Q) / gcd(P, Q);
      expect(phaseCount(grid)).toBe((L / P) * (L / Q));
      for (let phase = 0; phase < phaseCount(grid); phase++) {
        const partners = range(P * Q).map((rank) => partnerInPhase(grid, phase, rank));
        expect([...partners].sort((a, b) => a - b)).toEqual(range(P * Q));
        expect(partners).toEqual(range(P * Q).map((rank) => figure2Phases(P, Q, rank)[phase].sendTo));
      }
    }
  });

  it("are together all that have something for each other, once: p ≡ q′ and q ≡ p′ modulo G", () => {
    for (const grid of grids) {
      const { P, Q } = grid;
      const G = gcd(P, Q);
      for (let rank = 0; rank < P * Q; rank++) {
        const [p, q] = [Math.floor(rank / Q), rank % Q];
        const met = range(phaseCount(grid)).map((phase) => partnerInPhase(grid, phase, rank));
        const communicate = range(P * Q).filter((other) => (p - (other % Q)) % G === 0 && (q - Math.floor(other / Q)) % G === 0);
        expect([...met].sort((a, b) => a - b)).toEqual(communicate);
      }
    }
  });

  it("are received by the printed line exactly where P = Q, or where P and Q have no common divisor", () => {
    // For g ≠ 0, the processor that the printed line names as the source sends to another processor, G rows and columns further on. For G =
    // 1, g is always 0.
    for (const { P, Q } of grids) {
      const isInverse = range(P * Q).every((rank) =>
        figure2Phases(P, Q, rank).every(({ receiveFrom }, phase) => figure2Phases(P, Q, receiveFrom)[phase].sendTo === rank),
      );
      expect([P, Q, isInverse]).toEqual([P, Q, P === Q || gcd(P, Q) === 1]);
    }
  });
});

it("rows that belong to a row and to a column of processors are those that are, counted one by one", () => {
  const drawn = fc.record({
    rows: fc.integer({ min: 1, max: 200 }),
    b: fc.integer({ min: 1, max: 9 }),
    P: fc.integer({ min: 1, max: 9 }),
    Q: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(drawn, ({ rows, b, P, Q }) => {
      for (let p = 0; p < P; p++) {
        for (let q = 0; q < Q; q++) {
          const counted = range(rows).filter((row) => Math.floor(row / b) % P === p && Math.floor(row / b) % Q === q).length;
          expect(countCommonRows(rows, b, { P, Q }, p, q)).toBe(counted);
        }
      }
    }),
    { numRuns: cases(50) },
  );
});

/** A torus or mesh for the tests of relays. */
interface GridSpec {
  readonly sizes: readonly number[];
  readonly wrap: readonly boolean[];
  readonly terminalsPerSwitch: number;
}

const anyGrid: fc.Arbitrary<GridSpec> = fc
  .record({
    sizes: fc.oneof(
      fc.constantFrom<number[]>([4, 8], [8, 4], [4, 4, 2], [2, 4, 6], [3, 8], [7, 3], [4, 2, 2, 3]),
      fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 }),
    ),
    wraps: fc.array(fc.constantFrom(true, true, false), { minLength: 4, maxLength: 4 }),
    terminalsPerSwitch: fc.constantFrom(1, 1, 1, 2),
  })
  .map(({ sizes, wraps, terminalsPerSwitch }) => ({ sizes, wrap: sizes.map((_, d) => wraps[d]), terminalsPerSwitch }))
  .filter(({ sizes }) => switchCountOf(sizes) >= 4 && switchCountOf(sizes) <= 64);

function switchCountOf(sizes: readonly number[]): number {
  return sizes.reduce((product, size) => product * size, 1);
}

const anyRelayRule: fc.Arbitrary<RelayOptions & { chunks: number; setUp: boolean }> = fc.record({
  part: fc.constantFrom(0, 0.1, 0.25, 0.3, 0.5, 0.55, 0.7, 1, 1),
  nearby: fc.integer({ min: 0, max: 4 }),
  apart: fc.integer({ min: 0, max: 5 }),
  along: fc.integer({ min: 0, max: 3 }),
  order: fc.constantFrom("ascending", "descending"),
  chunks: fc.integer({ min: 1, max: 7 }),
  setUp: fc.boolean(),
});

const anyMapping = fc.oneof(
  fc.constantFrom<object>({ kind: "consecutive" }, { kind: "central" }),
  fc.nat({ max: 99 }).map((drawn) => ({ kind: "random", seed: drawn })),
);

const packetBytes = 16;

/** A program compiled for a torus or mesh, with the coordinates of its ranks. */
function compileOnGrid({ sizes, wrap, terminalsPerSwitch }: GridSpec, workload: object) {
  const scenario = readScenario({
    topology: { kind: "torus", sizes, wrap, terminalsPerSwitch },
    routing: "dimension-order",
    flowControl: { kind: "virtual-cut-through", packet: `${packetBytes} B` },
    workload,
  });
  const { network, demand } = compile(scenario).plan;
  const program = demand as Program;
  const D = network.axes.length;
  const coordinatesOf = Array.from(program.terminalOf, (t) => [...network.coordinates.subarray(t * D, (t + 1) * D)]);
  // A dimension of size two has no second link that would close it to a ring.
  const dimensions: readonly Dimension[] = sizes.map((size, d) => ({ size, isRing: wrap[d] && size > 2 }));
  return { program, at: coordinatesOf, dimensions };
}

/** The pairs of one phase: destination and relay of each rank (−1 for none) and its number of packets. */
function pairsOfPhase(pairs: PermutationPairs | undefined, phase: number, ranks: number) {
  const partner = Array.from({ length: ranks }, () => -1);
  const via = [...partner];
  const packets = partner.map(() => 0);
  pairs?.from.forEach((from, k) => {
    if (pairs.phase[k] !== phase) return;
    expect(partner[from]).toBe(-1);
    [partner[from], via[from], packets[from]] = [pairs.to[k], pairs.via[k], pairs.packets[k]];
  });
  return { partner, via, packets };
}

/** Checks the properties that the paper demands of the relays of a phase. */
function expectPaperRules(
  { at: coordinatesOf, dimensions }: ReturnType<typeof compileOnGrid>,
  partner: readonly number[],
  via: readonly number[],
  { part, nearby, apart, along }: RelayOptions,
): void {
  const pairs = partner.filter((to) => to >= 0).length;
  const relayed = via.flatMap((relay, from) => (relay < 0 ? [] : [{ from, to: partner[from], by: relay }]));
  expect(relayed.length).toBeLessThanOrEqual(part * pairs + 1e-6);
  if (apart > 0) expect(new Set(relayed.map(({ by: relay }) => relay)).size).toBe(relayed.length);
  for (const { from, to, by: relay } of relayed) {
    expect(relay === from || relay === to).toBe(false);
    expect(distanceAlongLongest(dimensions, along, coordinatesOf[from], coordinatesOf[to])).toBeGreaterThanOrEqual(nearby);
    const idealPosition = relayPosition(dimensions, along, coordinatesOf[from], coordinatesOf[to]);
    const distance = dimensions.reduce(
      (sum, dimension, d) => sum + Math.abs(signedDistance(dimension, idealPosition[d], coordinatesOf[relay][d])),
      0,
    );
    expect(distance).toBeLessThan(Math.max(1, apart));
  }
}

/**
 * Checks packets and messages between every two ranks: a pair sends directly, or to its relay and from there to the destination, in up to
 * `chunks` messages.
 */
function expectMessages(program: Program, chunks: number, setUp: boolean, phases: number): void {
  const { ranks, pairs } = program;
  const expected = new Map<string, { packets: number; messages: number }>();
  const add = (from: number, to: number, packets: number, messages: number) => {
    const key = `${from} ${to}`;
    const sum = expected.get(key) ?? { packets: 0, messages: 0 };
    expected.set(key, { packets: sum.packets + packets, messages: sum.messages + messages });
  };
  pairs?.from.forEach((from, k) => {
    const [to, via, packets] = [pairs.to[k], pairs.via[k], pairs.packets[k]];
    if (via < 0) return add(from, to, packets, 1);
    add(from, via, packets, Math.min(chunks, packets));
    add(via, to, packets, Math.min(chunks, packets));
  });
  // To set up a phase, every rank sends one packet to the rank that chooses the relays of the phase, and gets one back.
  for (let coordinator = 0; coordinator < (setUp ? Math.min(phases, ranks) : 0); coordinator++) {
    for (let other = 0; other < ranks; other++) {
      if (other === coordinator) continue;
      add(other, coordinator, 1, 1);
      add(coordinator, other, 1, 1);
    }
  }
  const found = new Map<string, { packets: number; messages: number }>();
  for (const { from, to, packets, times } of sendsOf(program)) {
    const key = `${from} ${to}`;
    const sum = found.get(key) ?? { packets: 0, messages: 0 };
    found.set(key, { packets: sum.packets + packets * times, messages: sum.messages + times });
  }
  const sortedEntries = (map: typeof found) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  expect(sortedEntries(found)).toEqual(sortedEntries(expected));
}

/** Sum of the bytes of all messages of a program without loops. */
function sumOfBytes({ ops, sizes }: Program): number {
  let sum = 0;
  for (let o = 0; o < ops.length; o += opWords) if (ops[o] === op.send) sum += sizes.bytes[ops[o + 2]];
  return sum;
}

describe("its program", () => {
  const drawn = anyGrid.chain((of) => {
    const places = switchCountOf(of.sizes) * of.terminalsPerSwitch;
    return fc.record({
      of: fc.constant(of),
      P: fc.integer({ min: 1, max: 6 }),
      Q: fc.integer({ min: 1, max: Math.min(8, Math.floor(places / 2)) }),
      rows: fc.integer({ min: 1, max: 40 }),
      block: fc.integer({ min: 1, max: 5 }),
      element: fc.constantFrom(1, 4, 8, 24),
      mapping: anyMapping,
      choice: anyRelayRule,
    });
  });

  it("moves every element to where it belongs, in the phases of Fig. 2, by relays chosen as in §4", () => {
    const seen = { runs: 0, relayed: 0, several: 0, uneven: 0 };
    fc.assert(
      fc.property(drawn, ({ of, P: most, Q, choice, ...values }) => {
        const places = switchCountOf(of.sizes) * of.terminalsPerSwitch;
        const P = Math.max(Q === 1 ? 2 : 1, Math.min(most, Math.floor(places / Q)));
        fc.pre(P * Q <= places && P * Q >= 2);
        const ranks = P * Q;
        const { rows, block, element } = values;
        const workload = { ...values, ...choice, kind: "block-cyclic-transpose", ranks, columns: Q, element: `${element} B` };
        const compiled = compileOnGrid(of, workload);
        const { program, at, dimensions } = compiled;
        const moved = elementsMoved({ rows, b: block, P, Q });
        const phases = phaseCount({ P, Q });
        const sent = moved.map((row) => row.map(() => 0));
        for (let phase = 0; phase < phases; phase++) {
          const found = pairsOfPhase(program.pairs, phase, ranks);
          const wanted = range(ranks).map((rank) => figure2Phases(P, Q, rank)[phase].sendTo);
          const sends = (rank: number) => wanted[rank] !== rank && moved[rank][wanted[rank]] > 0;
          expect(found.partner).toEqual(wanted.map((to, rank) => (sends(rank) ? to : -1)));
          expect(found.packets).toEqual(wanted.map((to, rank) => (sends(rank) ? Math.ceil((moved[rank][to] * element) / packetBytes) : 0)));
          expect(found.via).toEqual(relaysOf(dimensions, at, found.partner, choice));
          expectPaperRules(compiled, found.partner, found.via, choice);
          for (const [rank, to] of wanted.entries()) sent[rank][to] += moved[rank][to];
          if (found.via.some((by) => by >= 0)) seen.relayed++;
        }
        expect(sent).toEqual(moved);
        expectMessages(program, choice.chunks, choice.setUp, phases);
        seen.runs++;
        if (phases > 1) seen.several++;
        if (rows % block !== 0) seen.uneven++;
      }),
      { numRuns: cases(100) },
    );
    expect([seen.relayed > cases(60), seen.several > cases(30), seen.uneven > cases(30)]).toEqual([true, true, true]);
  });

  it("has P × Q as nearly square as possible by default, with at least as many columns as rows", () => {
    for (const ranks of [2, 5, 6, 12, 16, 32]) {
      const { program } = compileOnGrid(
        { sizes: [8, 4], wrap: [true, true], terminalsPerSwitch: 1 },
        { kind: "block-cyclic-transpose", ranks },
      );
      const Q = Math.min(...range(ranks + 1).filter((n) => n > 0 && ranks % n === 0 && n * n >= ranks));
      const phases = phaseCount({ P: ranks / Q, Q });
      expect(Math.max(...program.pairs!.phase)).toBe(phases - 1);
      for (let phase = 0; phase < phases; phase++) {
        pairsOfPhase(program.pairs, phase, ranks).partner.forEach((to, rank) => {
          expect([rank, figure2Phases(ranks / Q, Q, rank)[phase].sendTo]).toContain(to < 0 ? rank : to);
        });
      }
    }
  });
});

describe("a permutation's relays", () => {
  const drawn = fc.record({
    of: anyGrid,
    pattern: fc.oneof<fc.Arbitrary<object>[]>(
      fc.nat({ max: 999 }).map((drawn) => ({ kind: "random-permutation", seed: drawn })),
      fc.integer({ min: 1, max: 3 }).map((amount) => ({ kind: "shift", amount })),
    ),
    message: fc.integer({ min: 1, max: 200 }),
    rounds: fc.integer({ min: 1, max: 3 }),
    mapping: anyMapping,
    choice: anyRelayRule,
  });

  it("are chosen as in §4, the same in every round", () => {
    let relayed = 0;
    fc.assert(
      fc.property(drawn, ({ of, choice, ...values }) => {
        const compiled = compileOnGrid(of, { ...values, ...choice, kind: "permutation", message: `${values.message} B` });
        const { program, at, dimensions } = compiled;
        for (let round = 0; round < values.rounds; round++) {
          const { partner, via, packets } = pairsOfPhase(program.pairs, round, program.ranks);
          expect(via).toEqual(relaysOf(dimensions, at, partner, choice));
          expect(packets).toEqual(partner.map((to) => (to < 0 ? 0 : Math.ceil(values.message / packetBytes))));
          expectPaperRules(compiled, partner, via, choice);
          relayed += via.filter((by) => by >= 0).length;
        }
        expectMessages(program, choice.chunks, choice.setUp, 1);
        // Chunks are cut at packet boundaries. The chunks of a message add up to its size, both from the source to the relay and from the
        // relay to the destination.
        const legs = [...(program.pairs?.via ?? [])].reduce((sum, by) => sum + (by < 0 ? 1 : 2), 0);
        const setUpBytes = choice.setUp ? 2 * (program.ranks - 1) : 0;
        expect(sumOfBytes(program)).toBe(legs * values.message + setUpBytes);
      }),
      { numRuns: cases(100) },
    );
    expect(relayed).toBeGreaterThan(cases(600));
  });

  it("stand where the examples of §4.1 and §4.3 have them", () => {
    // Fig. 1: 8 × 4. The relay is in the sender's column, half a ring of Y beyond the receiver.
    const eightByFour = [{ size: 8 }, { size: 4 }];
    expect(shortDimensions([8, 4])).toEqual([1]);
    expect(intermediateCoordinates(eightByFour, [1], [1, 0], [5, 3])).toEqual([1, 1]);
    // X = Y = 2Z: u′ along Z; X = 2Y = 2Z: u″ along Y and Z; X = Y = Z: directly.
    expect(shortDimensions([8, 8, 4])).toEqual([2]);
    expect(shortDimensions([8, 4, 4])).toEqual([2, 1]);
    expect(shortDimensions([8, 8, 8])).toEqual([]);
    // A dimension of one switch does not count: 8 × 5 is two-dimensional, wherever the 1 is in the list.
    expect([shortDimensions([8, 5, 1]), shortDimensions([1, 8, 5], 2), shortDimensions([1, 1], 1)]).toEqual([[1], [2], []]);
    const place = intermediateCoordinates([{ size: 8 }, { size: 4 }, { size: 4 }], [1, 2], [6, 0, 1], [2, 3, 0]);
    expect(place).toEqual([6, 1, 2]);
  });

  it("follow the rule for short dimensions and the distance of §4.1 as they are read here, whatever the sizes", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 32 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 4 }), fc.nat(), fc.nat(), (sizes, along, a, b) => {
        const dimensions = sizes.map((size) => ({ size, isRing: true }));
        expect(shortDimensions(sizes, along)).toEqual(shortDimensionIndices(dimensions, along));
        const [size] = sizes;
        for (const isRing of [true, false]) {
          const links = distanceAlong({ kind: isRing ? "ring" : "line", size }, a % size, b % size);
          expect(links).toBe(Math.abs(signedDistance({ size, isRing }, a % size, b % size)));
        }
      }),
      { numRuns: cases(60) },
    );
  });

  it("are refused on networks without dimensions, and direct messages are not", () => {
    const onTree = (part: number) => ({
      topology: { kind: "k-ary-n-tree", k: 4, n: 2 },
      workload: { kind: "permutation", part },
    });
    expect(() => readScenario(onTree(0))).not.toThrow();
    expect(() => readScenario(onTree(0.5))).toThrow(/relaying along short dimensions is defined only for a torus or mesh/);
  });

  thoroughTest("are found by going through places that there are: on a hypercube of 16 dimensions, not through 3¹⁶ steps", () => {
    const topology = { kind: "hypercube", n: 16 };
    const workload = { kind: "permutation", ranks: 300, part: 1, apart: 8, along: 5, nearby: 0, chunks: 1, mapping: "consecutive" };
    const { pairs } = compile(readScenario({ topology, workload })).plan.demand as Program;
    expect(pairs?.via.some((via) => via >= 0)).toBe(true);
  });

  it("are refused, and so are rounds, where they would be more messages than can be written", () => {
    const on = (workload: object) => () =>
      readScenario({ topology: { kind: "torus", sizes: [256, 256] }, workload: { kind: "permutation", ...workload } });
    expect(on({ rounds: 8 })).not.toThrow();
    expectWording(refusalOf(on({ rounds: 9 })), "workload.rounds … 589,824 messages … 524,288 … Use 8");
    expect(on({ part: 1 })).not.toThrow();
    expectWording(refusalOf(on({ part: 1, chunks: 17 })), "2,228,224 chunks … 2,097,152 … Use 16");
  });
});
