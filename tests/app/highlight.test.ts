/** What hovering or selecting a pair of a permutation highlights, and the text about it. */
import { describe, expect, it } from "vitest";
import { highlightOfSelection } from "../../src/app/selection/highlight.ts";
import { selectionFactsOf } from "../../src/app/selection/selection-facts.ts";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { relayedPairBetween, relayedPairsAt } from "../../src/core/analysis/programs/relays.ts";
import { compile } from "../../src/core/run/compile.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { scalar, statuses } from "../../src/core/simulation/frame.ts";
import { busyFrame, viewData } from "../views/fixtures.ts";
import { expectWording } from "../wording/wording.ts";

/** A permutation on an 8 × 4 torus in which the given fraction of the pairs is relayed, with its analysis. */
function relayedPermutation(part: number, routing: Record<string, unknown> = { kind: "minimal-adaptive" }) {
  const { plan } = compile(
    readScenario({
      topology: { kind: "torus", sizes: [8, 4] },
      routing,
      workload: { kind: "permutation", part, nearby: 0 },
    }),
  );
  const analysis = analyzePlan(plan);
  return { network: plan.network, analysis, program: analysis.program! };
}

const relayed = relayedPermutation(1);
const { network, analysis, program } = relayed;
const pairs = program.pairs!;
const k = pairs.via.findIndex((via) => via >= 0);
const [from, to, via] = [pairs.from[k], pairs.to[k], pairs.via[k]];
const terminalOf = (rank: number) => program.terminalOf[rank];
const nothingPicked = -1;

/**
 * Whether the highlighted channels lead from the first of the given terminals (`stops`) to all others, and every highlighted channel starts
 * at a node that is reached in this way.
 */
function connectsStops(highlight: ReadonlySet<number>, stops: readonly number[]): boolean {
  const reachedNodes = new Set([stops[0]]);
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false;
    for (const c of highlight) {
      if (reachedNodes.has(network.tail[c]) && !reachedNodes.has(network.head[c])) {
        reachedNodes.add(network.head[c]);
        hasGrown = true;
      }
    }
  }
  return stops.every((stop) => reachedNodes.has(stop)) && [...highlight].every((c) => reachedNodes.has(network.tail[c]));
}

describe("a pair of a permutation", () => {
  it("lights up with all its ways to the rank between and from there, and with the three that take part", () => {
    const highlight = highlightOfSelection(
      { is: "flow", source: terminalOf(from), destination: terminalOf(to) },
      nothingPicked,
      network,
      null,
      analysis,
    );
    expect(highlight.terminals).toEqual(new Set([from, via, to].map(terminalOf)));
    expect(highlight.roles).toEqual(
      [
        ["S", from],
        ["X", via],
        ["D", to],
      ].map(([letter, rank]) => ({ letter, terminal: terminalOf(rank as number) })),
    );
    expect(highlight.switches.size).toBe(new Set([from, via, to]).size);
    expect(connectsStops(highlight.channels, [from, via, to].map(terminalOf))).toBe(true);
    // The highlight is the same when the sender or one of the relay steps is selected.
    expect(highlightOfSelection({ is: "terminal", terminal: terminalOf(from) }, nothingPicked, network, null, analysis)).toEqual(highlight);
    const step = relayedPairBetween(program, terminalOf(from), terminalOf(via));
    expect(step === null || step.from === from).toBe(true);
  });

  it("lights up with the way it has to take where there is no choice", () => {
    const fixed = relayedPermutation(1, { kind: "dimension-order" });
    const highlight = highlightOfSelection(
      { is: "flow", source: terminalOf(from), destination: terminalOf(to) },
      nothingPicked,
      fixed.network,
      null,
      fixed.analysis,
    );
    expect(fixed.analysis.exact).toBe(true);
    const fewer = highlightOfSelection(
      { is: "flow", source: terminalOf(from), destination: terminalOf(to) },
      nothingPicked,
      network,
      null,
      analysis,
    );
    expect(highlight.channels.size).toBeLessThanOrEqual(fewer.channels.size);
    const out = [...highlight.channels].filter((c) => fixed.network.tail[c] === terminalOf(from));
    expect(out).toHaveLength(1);
  });

  it("says who passes it on, and of a rank whom it passes on for", () => {
    const data = viewData(network, { analysis, frame: busyFrame(network) });
    const facts = selectionFactsOf({ is: "flow", source: terminalOf(from), destination: terminalOf(to) }, data);
    expect(facts?.measures[0]).toMatchObject({ name: "Belongs to", value: `rank ${from} → rank ${to}, via rank ${via}` });
    const between = selectionFactsOf({ is: "terminal", terminal: terminalOf(via) }, data);
    expect(between?.measures.map(({ name }) => name)).toEqual(expect.arrayContaining(["Relays"]));
    const direct = relayedPermutation(0);
    const plain = selectionFactsOf(
      { is: "terminal", terminal: terminalOf(from) },
      viewData(direct.network, { analysis: direct.analysis, frame: busyFrame(direct.network) }),
    );
    expect(plain?.measures[0]).toMatchObject({ name: "Sends", value: `rank ${from} → rank ${to}, directly` });
  });

  it("says of a flow that sends nothing that none of its packets arrived, once the run is over", () => {
    const frame = busyFrame(network);
    const flow = { is: "flow", source: terminalOf(from), destination: terminalOf(to) } as const;
    const claim = (status: (typeof statuses)[number]) => {
      frame.scalars[scalar.status] = statuses.indexOf(status);
      return selectionFactsOf(flow, viewData(network, { frame: { ...frame, flowPackets: new Float64Array(network.terminals ** 2) } }))
        ?.claim;
    };
    expectWording(claim("running"), "None … yet");
    expectWording(claim("finished"), "None … measurement window");
  });

  it("says that a terminal sends less than it offers only where it is kept waiting", () => {
    const frame = busyFrame(network);
    const say = (blocked: number) => {
      frame.sent[from] = 1;
      frame.blockedCycles[from] = blocked;
      return selectionFactsOf({ is: "terminal", terminal: from }, viewData(network, { frame }))?.claim;
    };
    expect(say(0)).toMatch(/^It sends /);
    expect(say(1)).toMatch(/^Offered load about .*; injected /);
  });

  it("is empty where no rank is mapped, or no permutation is sent", () => {
    expect(relayedPairBetween(program, 0, 999)).toBeNull();
    expect(relayedPairsAt({ terminalOf: program.terminalOf }, 0)).toEqual({ own: [], passedOn: [] });
    expect(relayedPairBetween(program, terminalOf(from), terminalOf(from))).toBeNull();
  });
});
