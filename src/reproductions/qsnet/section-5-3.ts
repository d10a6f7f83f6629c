/**
 * The contribution of each mechanism of the QsNET model, since Section 5.3 explains the loss of uniform traffic by held circuits. As a
 * check, the results are compared with flit-level wormhole flow control.
 */
import type { ExhibitRun, OpenDocument, RunResults, ScenarioDocument } from "../contract.ts";
import { exhibit, measuredStatements, notesOf, series } from "../exhibit.ts";
import {
  acceptedRate,
  acceptedRow,
  acknowledgementCycles,
  bidirectionalRate,
  workbenchNote,
  qsnetDocument,
  permutations,
  saturatingTraffic,
  qsnetTolerance,
} from "./machine.ts";
import { withDecimals } from "../numbers.ts";
import { isAbove } from "../predicates.ts";
import { column, joinTables } from "../rows.ts";
import { percent } from "../verdict.ts";
import { qsnetSentences } from "./printed.ts";

/** Traffic: name in the paper, and kind in this program. */
const traffic = [["uniform", "uniform"], ...permutations] as const;
type Traffic = (typeof traffic)[number];

/** The machine, and variants with one change each. */
const variants = [
  {
    id: "machine",
    title: "the machine",
    caption: "two channels, held until acknowledged, two packets under way, ties from one’s own port",
    change: {},
  },
  { id: "channels 1", title: "1 virtual channel", caption: "", change: { virtualChannels: 1 } },
  { id: "channels 4", title: "4 virtual channels", caption: "", change: { virtualChannels: 4 } },
  { id: "tail", title: "released with the tail", caption: "no acknowledgement is waited for", change: { release: "sent" } },
  { id: "under way 1", title: "1 packet under way", caption: "", change: { outstanding: 1 } },
  { id: "under way 4", title: "4 packets under way", caption: "", change: { outstanding: 4 } },
  { id: "ties first", title: "ties to the first", caption: "", change: { ties: "first" } },
  { id: "ties random", title: "ties at random", caption: "", change: { ties: "random" } },
  {
    id: "no choice",
    title: "the first free way up",
    caption: "whatever streams there; ties from one’s own port",
    change: { selection: "first" },
  },
] as const;
type Variant = (typeof variants)[number];

/** Traffic on which flow controls are compared. Neighbor and butterfly reach the limit under all of them. */
const comparedTraffic = traffic.filter(([, kind]) => kind !== "neighbour" && kind !== "butterfly");

/** Flow controls on ideal terminals, because wormhole does not support terminals with limits. */
const flowControlChecks = [
  {
    id: "ideal held",
    title: "circuits, ideal terminals",
    caption: "each node may fill its link: 339 MB/s of data",
    flowControl: { kind: "circuit", acknowledgement: acknowledgementCycles },
  },
  {
    id: "ideal tail",
    title: "circuits released with the tail",
    caption: "ideal terminals",
    flowControl: { kind: "circuit", acknowledgement: acknowledgementCycles, release: "sent" },
  },
  {
    id: "worm 1",
    title: "wormhole, one packet at a time",
    caption: "ideal terminals, two channels, buffers of 4 flits",
    flowControl: wormholeFlowControl(1),
  },
  {
    id: "worm 2",
    title: "wormhole, two packets side by side",
    caption: "the same with two injection slots",
    flowControl: wormholeFlowControl(2),
  },
] as const;
type FlowControlCheck = (typeof flowControlChecks)[number];

function wormholeFlowControl(injectionSlots: number): ScenarioDocument {
  return {
    kind: "wormhole",
    buffer: 4,
    packet: "320 B",
    virtualChannels: 2,
    injectionSlots,
    arbitration: "oldest-first",
    selection: "best-free",
    ties: "random",
  };
}

const idOf = ({ id }: { readonly id: string }, [, kind]: Traffic) => `${id} ${kind}`;

const variantDocument = ({ title, change }: Variant, [name, kind]: Traffic) =>
  qsnetDocument(`QsNET, ${name}, ${title}`, saturatingTraffic(kind), {
    flowControl: { kind: "circuit", acknowledgement: acknowledgementCycles, ...change },
    run: { warmUp: 100_000, window: 100_000, drain: 0 },
  });
const checkDocument = ({ title, flowControl }: FlowControlCheck, [name, kind]: Traffic) =>
  qsnetDocument(`QsNET, ${name}, ${title}`, saturatingTraffic(kind), {
    flowControl,
    host: { kind: "ideal" },
    run: { warmUp: 60_000, window: 60_000, drain: 0 },
  });

const runs: readonly ExhibitRun[] = [
  ...variants.flatMap((variant) => traffic.map((each) => ({ id: idOf(variant, each), document: variantDocument(variant, each) }))),
  ...flowControlChecks.flatMap((check) => comparedTraffic.map((each) => ({ id: idOf(check, each), document: checkDocument(check, each) }))),
];

const columnOf = ({ id, title, caption }: Variant | FlowControlCheck, selectedTraffic: readonly Traffic[]) =>
  column(
    series(id, id === "machine" ? "The machine" : title, caption, "MB/s"),
    selectedTraffic.map((each) =>
      acceptedRow(`${id} ${each[1]}`, each[1], { label: each[0], ...(id === "machine" ? {} : { word: { is: "predicted" } }) }),
    ),
  );

/** Accepted rate per node of uniform traffic. */
const uniformRateOf = (results: RunResults, id: string) => acceptedRate(results(`${id} uniform`));

/** A sentence about how close wormhole with one packet at a time is to circuits that are released with the tail. */
function sayWormholeCheck(valueOf: (id: string) => number): string {
  const [, tail, worm] = flowControlChecks;
  const deviations = comparedTraffic.map((each) => ({ name: each[0], part: valueOf(idOf(worm, each)) / valueOf(idOf(tail, each)) - 1 }));
  const otherDeviations = deviations.filter(({ name }) => name !== "complement").map(({ part: deviation }) => Math.abs(deviation));
  const complementDeviation = deviations.find(({ name }) => name === "complement")?.part ?? NaN;
  return `Wormhole flit by flit, one packet at a time, comes within ${percent(Math.max(...otherDeviations))} of circuits released with the tail; in complement it falls short by ${percent(-complementDeviation)}.`;
}

const statements = measuredStatements(qsnetSentences["Section 5.3"], [], {
  held: {
    readAs: `without the wait for the acknowledgement, uniform traffic wins back at least half of what it lacks to ${bidirectionalRate} MB/s`,
    runs: ["machine uniform", "tail uniform"],
    check({ results }) {
      const [heldRate, tailRate] = [uniformRateOf(results, "machine"), uniformRateOf(results, "tail")];
      return {
        holds: tailRate - heldRate >= (bidirectionalRate - heldRate) / 2,
        because: `${heldRate.toFixed(0)} MB/s with circuits held, ${tailRate.toFixed(0)} with channels free behind the tail: ${percent((tailRate - heldRate) / (bidirectionalRate - heldRate))} of what is lacking.`,
      };
    },
  },
  "partially alleviated": {
    readAs: "uniform traffic gets more with two than with one",
    runs: ["channels 1 uniform", "machine uniform"],
    check: ({ results }) =>
      isAbove(
        uniformRateOf(results, "machine"),
        uniformRateOf(results, "channels 1"),
        "{limit} MB/s with one, {} with two.",
        withDecimals(0),
      ),
  },
  "not enough": {
    readAs: "uniform traffic gets more with four channels than with two",
    runs: ["machine uniform", "channels 4 uniform"],
    check: ({ results }) =>
      isAbove(
        uniformRateOf(results, "channels 4"),
        uniformRateOf(results, "machine"),
        "{limit} MB/s with two, {} with four.",
        withDecimals(0),
      ),
  },
});

const sweepOf = (each: Traffic): OpenDocument => ({
  title: `${each[0]}, channels 1, 2, 4 and release, as a sweep`,
  document: {
    ...variantDocument(variants[0], each),
    sweep: [
      { path: "flowControl.virtualChannels", values: [1, 2, 4] },
      { path: "flowControl.release", values: ["acknowledged", "sent"] },
    ],
  },
});

export const qsnetSection53 = exhibit("qsnet", "Section 5.3", "Section 5.3", {
  title: "One thing changed at a time: none returns much of what uniform traffic lacks",
  lede({ numberOf }) {
    const of = (id: string) => numberOf(`${id} uniform`).toFixed(0);
    const sayRegained = (id: string) => {
      const [machineRate, changedRate] = ["machine", id].map((each) => numberOf(`${each} uniform`));
      return percent((changedRate - machineRate) / (bidirectionalRate - machineRate));
    };
    return `Uniform traffic gets ${of("channels 1")}, ${of("machine")} and ${of("channels 4")} MB/s with one, two and four virtual channels; with two, and channels free behind the tail, ${of("tail")}. Each returns little of what is lacking to ${bidirectionalRate} MB/s: four channels ${sayRegained("channels 4")}, channels free behind the tail ${sayRegained("tail")}. What the rest is lost to is not told here. ${sayWormholeCheck(numberOf)}`;
  },
  ...joinTables(
    ...variants.map((variant) => columnOf(variant, traffic)),
    ...flowControlChecks.map((check) => columnOf(check, comparedTraffic)),
  ),
  statements,
  runs,
  tolerance: qsnetTolerance,
  notes: [
    ...notesOf({
      "our model: Four packets under way are as good as two":
        "A terminal’s own channel has two virtual channels like any other, so that two of its circuits at most get past it, whatever it may have under way. One virtual channel likewise means one circuit at a time: the terminal waits for each acknowledgement before its next header goes out.",
      "our model: More channels are not always more":
        "The perfect-shuffle gets less with four channels than with two; transpose and bit-reversal get hardly more. We assume that more circuits then block each other, each holding channels it does not yet use.",
      "our model: Ties":
        "The paper does not say which of equally loaded links a header takes. The fast three permutations do not depend on it, nor does uniform traffic; the slow three get more when ties do not begin at a header’s own port. Taking the first free link whatever streams there costs transpose and bit-reversal nearly half.",
      "our model: Wormhole as the check":
        "Another engine moves flits cycle by cycle, without circuits or acknowledgements, and passes a channel on behind the tail; so it is compared with circuits released with the tail, with ideal terminals in both. Sending one packet at a time it comes near in uniform traffic and in the three slow permutations, where heads that wait in line decide. In complement it falls short: with one packet at a time there is a gap behind each. With two it has none; but a terminal then sends two packets in turns, flit by flit, and when one is blocked the other has the whole link, which an adapter that streams one packet after the other cannot do. So the permutations gain.",
      "still open: What the rest is lost to":
        "Neither more channels nor channels free behind the tail return more than a tenth of what uniform traffic lacks, and both together about as much as four channels alone. Headers that wait and keep what they have, and destinations that several nodes draw while others have none, are both there; these runs do not part the two.",
      "our model: What scatters in uniform traffic":
        "All numbers are single runs of 1 ms after another. Uniform traffic draws few messages in that time: the machine’s number is 113 with the seed shown, and 118 ± 3 over five, where Figure 11 finds 121 in longer runs. So only differences on equal seeds say something. Over the five, four channels give 15.3 ± 0.5 MB/s more than the machine, channels free behind the tail 11.5 ± 0.1 more, and one channel 38 ± 3 less. That one packet under way and the first free way up seem to give more here is mostly this seed: over five it is 6.0 ± 2.4 and 4.9 ± 2.9 MB/s, hardly to be told from nothing. The permutations, which draw nothing, need both: with one packet under way all six lose, with the first free way up the slow three.",
      "our model: One thing at a time": "Each number has one change against the machine; what two changes together bring is not the sum.",
    }),
    workbenchNote,
  ],
  documents: [
    ...traffic.map(sweepOf),
    ...comparedTraffic.map((each) => ({ title: `${each[0]}, wormhole`, document: checkDocument(flowControlChecks[3], each) })),
  ],
});
