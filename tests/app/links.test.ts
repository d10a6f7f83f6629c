/** The text about links and switches whose rate or length differs from the default. */
import { expect, test } from "vitest";
import { channelFacts } from "../../src/app/selection/channel-facts.ts";
import { longerBuffer, shortRoundTrip } from "../../src/app/workbench/links/round-trip.ts";
import { linkRates, sayLink, saySwitch } from "../../src/app/workbench/links/say-link.ts";
import type { Analysis } from "../../src/core/analysis/analysis.ts";
import { roundTripsOf } from "../../src/core/analysis/round-trips.ts";
import { compile } from "../../src/core/run/compile.ts";
import { plainSwitch } from "../../src/core/plan/switches.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { isBufferLimited } from "../../src/findings/round-trips.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { busyFrame } from "../views/fixtures.ts";
import { expectWording } from "../wording/wording.ts";

const uniform = { kind: "open-loop", pattern: { kind: "uniform" } };
const dragonflyDocument = (links: readonly object[], more: object = {}) => ({
  version: 2,
  topology: { kind: "dragonfly" },
  workload: uniform,
  links,
  ...more,
});

function compiledLinks(document: object) {
  const scenario = readScenario(document);
  const { plan } = compile(scenario);
  return { network: plan.network, links: plan.links!, scenario, plan };
}

/** The first channel of a link class. */
const channelOf = ({ network }: ReturnType<typeof compiledLinks>, name: string) =>
  network.linkClass.indexOf(network.linkClasses.indexOf(name));

test("a link is described in the words of the document, as a time, and in cycles", () => {
  const inPlain = compiledLinks(dragonflyDocument([{ class: "global", rate: 4, length: 100 }]));
  expectWording(sayLink(inPlain, channelOf(inPlain, "global")), "global … 4 phits/cycle … 100 cycles");
  expectWording(sayLink(inPlain, channelOf(inPlain, "local")), "local … 1 phit/cycle … length 0");
  const technology = { kind: "gigabit-ethernet" };
  // 4 B at 125 MB/s take 32 ns. 96 m are 480 ns, 80 m are 12.5 cycles.
  const inMetres = (length: string) => compiledLinks(dragonflyDocument([{ class: "global", rate: 4, length }], { technology }));
  const saidOf = (length: string) => sayLink(inMetres(length), channelOf(inMetres(length), "global"));
  expectWording(saidOf("96 m"), "500 MB/s = 4 phits/cycle … 96 m = 480 ns = 15 cycles");
  expectWording(saidOf("80 m"), "80 m = 400 ns ≈ 1");
  expect(saidOf("320 ns")).toMatch(/, 320 ns = 10\u00a0cycles long\.$/);
});

test("the rates of a network are listed from the fastest, and a link that is unlike its class by its name", () => {
  const { network, links } = compiledLinks(dragonflyDocument([{ class: "global", rate: 4, length: 1 }]));
  expect(linkRates(network, links).map(({ rate, names }) => [rate, ...names])).toEqual([
    [4, "global"],
    [1, "terminal", "local"],
  ]);
  const drawn = compiledLinks({
    version: 2,
    topology: { kind: "drawn" },
    workload: uniform,
    links: [{ class: "0-2", rate: 0.25, length: 0 }],
  });
  expect(linkRates(drawn.network, drawn.links).map(({ rate, names }) => [rate, ...names])).toEqual([
    [1, "terminal", "link"],
    [0.25, "switch 0 → switch 2"],
  ]);
});

test("a switch is described where it differs from the default", () => {
  expect(saySwitch(plainSwitch)).toBe("");
  expectWording(
    saySwitch({ ...plainSwitch, pipeline: 3, creditDelay: 1, speedup: 2, outputBuffer: 32 }),
    "3 cycles … 2 phits … 32 phits … credit delay of 1 cycle",
  );
  expectWording(saySwitch({ ...plainSwitch, queues: "virtual-output", iterations: 2 }), "iSLIP in 2 iterations");
});

test("a buffer shorter than a round trip is reported with the length that is enough", () => {
  const document = parseDocument(dragonflyDocument([{ class: "global", rate: 2, length: 60 }]));
  const trips = roundTripsOf(compile(document).plan);
  const short = shortRoundTrip(trips, "global")!;
  expect(short.part).toBeLessThan(1);
  expect(shortRoundTrip(trips)).toBe(short);
  const { document: next, said } = longerBuffer(document, 0, short)!;
  expect(said).toBe(`Use ${next.flowControl.values["queue"]}\u00a0packets`);
  expect(roundTripsOf(compile(next).plan).filter((trip) => trip.linkClass === "global" && isBufferLimited(trip))).toEqual([]);
  // With one packet less, the buffer would be too short for the round trip.
  const less = {
    ...next,
    flowControl: { ...next.flowControl, values: { ...next.flowControl.values, queue: Number(next.flowControl.values["queue"]) - 1 } },
  };
  expect(shortRoundTrip(roundTripsOf(compile(less).plan), "global")?.part).toBeLessThan(1);
});

test("a channel is described by the most that it carries", () => {
  const { network, links } = compiledLinks(dragonflyDocument([{ class: "global", rate: 2, length: 0 }]));
  const frame = busyFrame(network);
  const channel = [...network.head.keys()].find((c) => links.perCycle[c] === 2)!;
  frame.windowPhits[channel] = 3200;
  const about = (analysis: Analysis | null) =>
    channelFacts(unitsOfResults, network, frame, channel, 16, 0.5, analysis, [], null, 1, null, links);
  expect(about(null)).toMatchObject({ share: 0.4, claim: "Mean load 0.80 of 2\u00a0phits/cycle so far." });
  // The analysis gives channel loads as fractions of the rate.
  const analysis = { channelLoad: new Float64Array(network.head.length).fill(0.9), direct: false } as unknown as Analysis;
  expectWording(about(analysis).claim, "about 0.90 … 0.80 of 2 phits/cycle");
  expect(about(analysis).measures.at(-1)?.value).toBe("never");
});
