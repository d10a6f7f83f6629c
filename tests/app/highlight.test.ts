/** What hovering or selecting a pair of a permutation highlights, and the text about it. */
import { describe, expect, it } from "vitest";
import { highlightedBy } from "../../src/app/selection/highlight.ts";
import { pickedFacts } from "../../src/app/selection/picked.ts";
import { analyse } from "../../src/core/analysis/analyse.ts";
import { pairBetween, pairsAt } from "../../src/core/analysis/programs/relays.ts";
import { compile } from "../../src/core/run/compile.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { scalar, statuses } from "../../src/core/simulation/frame.ts";
import { busyFrame, viewData } from "../views/fixtures.ts";
import { expectWording } from "../wording/wording.ts";

/** A permutation on an 8 × 4 torus in which the given fraction of the pairs is relayed, with its analysis. */
function permutation(part: number, routing: Record<string, unknown> = { kind: "minimal-adaptive" }) {
  const { plan } = compile(
    readScenario({
      topology: { kind: "torus", sizes: [8, 4] },
      routing,
      workload: { kind: "permutation", part, nearby: 0 },
    }),
  );
  const analysis = analyse(plan);
  return { network: plan.network, analysis, program: analysis.program! };
}

const relayed = permutation(1);
const { network, analysis, program } = relayed;
const pairs = program.pairs!;
const k = pairs.via.findIndex((via) => via >= 0);
const [from, to, via] = [pairs.from[k], pairs.to[k], pairs.via[k]];
const terminal = (rank: number) => program.terminalOf[rank];
const nothingPicked = -1;

/**
 * Whether the highlighted channels connect the stops, starting at the first, and every highlighted channel starts at a node that is
 * reached.
 */
function chained(highlight: ReadonlySet<number>, stops: readonly number[]): boolean {
  const reached = new Set([stops[0]]);
  for (let more = true; more;) {
    more = false;
    for (const c of highlight) {
      if (reached.has(network.tail[c]) && !reached.has(network.head[c])) {
        reached.add(network.head[c]);
        more = true;
      }
    }
  }
  return stops.every((stop) => reached.has(stop)) && [...highlight].every((c) => reached.has(network.tail[c]));
}

describe("a pair of a permutation", () => {
  it("lights up with all its ways to the rank between and from there, and with the three that take part", () => {
    const highlight = highlightedBy(
      { is: "flow", source: terminal(from), destination: terminal(to) },
      nothingPicked,
      network,
      null,
      analysis,
    );
    expect(highlight.terminals).toEqual(new Set([from, via, to].map(terminal)));
    expect(highlight.parts).toEqual(
      [
        ["S", from],
        ["X", via],
        ["D", to],
      ].map(([letter, rank]) => ({ letter, terminal: terminal(rank as number) })),
    );
    expect(highlight.switches.size).toBe(new Set([from, via, to]).size);
    expect(chained(highlight.channels, [from, via, to].map(terminal))).toBe(true);
    // The highlight is the same when the sender or one of the relay steps is selected.
    expect(highlightedBy({ is: "terminal", terminal: terminal(from) }, nothingPicked, network, null, analysis)).toEqual(highlight);
    const step = pairBetween(program, terminal(from), terminal(via));
    expect(step === null || step.from === from).toBe(true);
  });

  it("lights up with the way it has to take where there is no choice", () => {
    const fixed = permutation(1, { kind: "dimension-order" });
    const highlight = highlightedBy(
      { is: "flow", source: terminal(from), destination: terminal(to) },
      nothingPicked,
      fixed.network,
      null,
      fixed.analysis,
    );
    expect(fixed.analysis.exact).toBe(true);
    const fewer = highlightedBy({ is: "flow", source: terminal(from), destination: terminal(to) }, nothingPicked, network, null, analysis);
    expect(highlight.channels.size).toBeLessThanOrEqual(fewer.channels.size);
    const out = [...highlight.channels].filter((c) => fixed.network.tail[c] === terminal(from));
    expect(out).toHaveLength(1);
  });

  it("says who passes it on, and of a rank whom it passes on for", () => {
    const data = viewData(network, { analysis, frame: busyFrame(network) });
    const facts = pickedFacts({ is: "flow", source: terminal(from), destination: terminal(to) }, data);
    expect(facts?.measures[0]).toMatchObject({ name: "Belongs to", value: `rank ${from} → rank ${to}, by way of rank ${via}` });
    const between = pickedFacts({ is: "terminal", terminal: terminal(via) }, data);
    expect(between?.measures.map(({ name }) => name)).toEqual(expect.arrayContaining(["Passes on"]));
    const direct = permutation(0);
    const plain = pickedFacts(
      { is: "terminal", terminal: terminal(from) },
      viewData(direct.network, { analysis: direct.analysis, frame: busyFrame(direct.network) }),
    );
    expect(plain?.measures[0]).toMatchObject({ name: "Sends", value: `rank ${from} → rank ${to}, directly` });
  });

  it("says of a flow that sends nothing that none of its packets arrived, once the run is over", () => {
    const frame = busyFrame(network);
    const flow = { is: "flow", source: terminal(from), destination: terminal(to) } as const;
    const claim = (status: (typeof statuses)[number]) => {
      frame.scalars[scalar.status] = statuses.indexOf(status);
      return pickedFacts(flow, viewData(network, { frame: { ...frame, flowPackets: new Float64Array(network.terminals ** 2) } }))?.claim;
    };
    expectWording(claim("running"), "None … yet");
    expectWording(claim("finished"), "None … measured");
  });

  it("says that a terminal sends less than it offers only where it is kept waiting", () => {
    const frame = busyFrame(network);
    const say = (blocked: number) => {
      frame.sent[from] = 1;
      frame.blockedCycles[from] = blocked;
      return pickedFacts({ is: "terminal", terminal: from }, viewData(network, { frame }))?.claim;
    };
    expect(say(0)).toMatch(/^It sends /);
    expect(say(1)).toMatch(/^It offers about .* and can send /);
  });

  it("is nothing where no rank stands, or no permutation is sent", () => {
    expect(pairBetween(program, 0, 999)).toBeNull();
    expect(pairsAt({ terminalOf: program.terminalOf }, 0)).toEqual({ own: [], passedOn: [] });
    expect(pairBetween(program, terminal(from), terminal(from))).toBeNull();
  });
});
