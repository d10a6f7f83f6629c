/** QsNET, Table 1 and Figures 17 and 18: one application that reads from and writes to eight servers. */
import type { Results } from "../../core/measures/results.ts";
import { sideBySide } from "../documents.ts";
import type { Exhibit, OpenDocument, RecordedOf, Recording, ScenarioDocument, Series } from "../contract.ts";
import { average, errorOf, isSurelyAbove, meanOf, printed, withDecimals } from "../numbers.ts";
import { increases } from "../predicates.ts";
import { type RowColumn, columnByColumn, lineByLine } from "../rows.ts";
import { checked, exhibit, measured, notesOf, series } from "../exhibit.ts";
import { type Access, accesses, type Application, applications, type IoMapping, ioMappings, ioTraffic, partsOf } from "./io.ts";
import { dataRate, inWorkbench, onQsnet } from "./machine.ts";
import { printedCells, says } from "./printed.ts";

/** A configuration of I/O: one curve of Figures 17 and 18. */
interface Way {
  readonly access: Access;
  readonly mapping: IoMapping;
  readonly application: Application;
}

const ways: readonly Way[] = accesses.flatMap((access) =>
  ioMappings.flatMap((mapping) => applications.map((application) => ({ access, mapping, application }))),
);
const nameOf = ({ access, mapping, application }: Way) => `${access}, ${mapping}, ${application}`;
const placeOf = (way: Way) => ways.findIndex((each) => nameOf(each) === nameOf(way));

/** Measured cycles, for the table and for a point of the curves. */
const windows = { table: 4_000_000, curves: 6_000_000 } as const;

/** The document of a single configuration. */
const documentOf = (title: string, way: Way, window: number, more: Parameters<typeof ioTraffic>[3] = {}): ScenarioDocument =>
  onQsnet(`${title}, ${nameOf(way)}`, ioTraffic(way.access, way.mapping, way.application, more), {
    run: { warmUp: 1_000_000, window, drain: 0 },
  });

/** All configurations; the first one is the base scenario of the sweep. */
const besides = (title: string, window: number): readonly OpenDocument[] =>
  ways.map((way) => ({ title: nameOf(way), document: documentOf(title, way, window) }));

/** Fractions of writes: one half, as reported by the paper, and writes only. */
const shares = [0.5, 1] as const;
const seeds = 3;
const table: Recording = {
  id: "qsnet-io",
  title: "I/O of 64 nodes, two fractions of writes",
  document: {
    ...sideBySide("QsNET, Table 1", besides("QsNET, Table 1", windows.table)),
    sweep: [{ path: "workload.writes", values: [...shares] }],
    seeds,
  },
};

/** Loads of a client. Below these, there are so few messages that the offered load is random. */
const loads = [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1] as const;
const curves: Recording = {
  id: "qsnet-io-curves",
  title: "I/O of 64 nodes, over the load",
  document: {
    ...sideBySide("QsNET, Figures 17 and 18", besides("QsNET, Figures 17 and 18", windows.curves)),
    sweep: [{ path: "workload.load", values: [...loads] }],
  },
};

const serversOf = new Map(
  ioMappings.map((mapping) => [mapping, partsOf(onQsnet("", ioTraffic("random", mapping, "shared"))).servers] as const),
);

/** Data rate that a server receives, or sends, in MB/s: the mean of the eight servers. */
function serverRate({ each }: Results, mapping: IoMapping, direction: "accepted" | "sent" = "accepted"): number {
  const servers = serversOf.get(mapping) ?? [];
  return dataRate(average(servers.map((server) => each?.[direction][server] ?? NaN)));
}

type Share = (typeof shares)[number];
const resultsOf = (recorded: RecordedOf, way: Way, share: Share, seed: number) =>
  recorded(table.id)[(seed * ways.length + placeOf(way)) * shares.length + shares.indexOf(share)];

/** By seed: the server rate, averaged over the given application mappings. */
function drawsOf(
  recorded: RecordedOf,
  own: Omit<Way, "application">,
  share: Share,
  of: readonly Application[] = applications,
  direction: "accepted" | "sent" = "accepted",
): readonly number[] {
  return Array.from({ length: seeds }, (_, seed) =>
    average(of.map((application) => serverRate(resultsOf(recorded, { ...own, application }, share, seed), own.mapping, direction))),
  );
}
const rateOf = (recorded: RecordedOf, own: Omit<Way, "application">, share: Share, of?: readonly Application[]) =>
  meanOf(drawsOf(recorded, own, share, of)).value;

const cells = accesses.flatMap((access) => ioMappings.map((mapping) => ({ access, mapping })));
type Cell = (typeof cells)[number];
const cellName = ({ access, mapping }: Cell) => `${access} traffic, ${mapping} I/O`;

const taken = "data consumed by the servers' nodes in the window / 8";

interface CellSeries {
  readonly own: Series;
  readonly share: Share;
  /** The application mappings to average over. */
  readonly of: readonly Application[];
  readonly direction: "accepted" | "sent";
  readonly isJudged?: true;
}

const ofBoth = "mean of shared and dedicated";
const cellSeries: readonly CellSeries[] = [
  {
    own: series("half", "A server takes, half of the transactions writes", `as the paper reports; ${ofBoth}`, "MB/s"),
    share: 0.5,
    of: applications,
    direction: "accepted",
    isJudged: true,
  },
  { own: series("writes", "Writes only", ofBoth, "MB/s"), share: 1, of: applications, direction: "accepted", isJudged: true },
  {
    own: series("given", "A server gives, half of the transactions writes", ofBoth, "MB/s"),
    share: 0.5,
    of: applications,
    direction: "sent",
  },
  ...shares.flatMap((share) =>
    applications.map((application) => {
      const [id, title] = share === 1 ? ["writes", "writes only"] : ["half", "half writes"];
      return {
        own: series(`${id} ${application}`, `Takes, ${title}, ${application}`, "", "MB/s"),
        share,
        of: [application],
        direction: "accepted" as const,
      };
    }),
  ),
];

/** The runs of a cell with the first seed: a comparison of shared and dedicated servers, or one of them. */
function documentOfCell({ share, of }: CellSeries, cell: Cell): ScenarioDocument {
  const opened = of.map((application) => ({
    title: application,
    document: documentOf("QsNET, Table 1", { ...cell, application }, windows.table, { writes: share }),
  }));
  return opened.length === 1 ? opened[0].document : sideBySide(`QsNET, Table 1, ${cellName(cell)}`, opened);
}

const takenAndGiven = lineByLine(
  cells,
  (cell) => ({ label: cellName(cell) }),
  cellSeries.map((each): RowColumn<Cell> => [
    each.own,
    (cell) => ({
      published: each.isJudged === true ? printed(printedCells[cellName(cell)]) : null,
      formula: `${each.direction === "accepted" ? taken : "data that entered the network at the servers' nodes / 8"}; ${each.of.length > 1 ? `${ofBoth}, ` : ""}three seeds; ${each.share === 1 ? "writes only" : "half of the transactions are writes"}`,
      runs: [table.id],
      decimals: 0,
      document: documentOfCell(each, cell),
      value: ({ recorded }) => meanOf(drawsOf(recorded, cell, each.share, each.of, each.direction)),
    }),
  ]),
);

const mb = withDecimals(0, " MB/s");
const shareName = (share: Share) => (share === 1 ? "writes only" : "with half of them writes");

/**
 * Checks a statement for both fractions of writes. It holds if it holds for the fraction that the paper reports; the reason has the numbers
 * of both.
 */
function bothShares(check: (share: Share) => { readonly holds: boolean; readonly said: string }) {
  const [half, writes] = shares.map(check);
  return { holds: half.holds, because: `${half.said}; ${shareName(1)}, ${writes.said}.`.replace(/^./, (first) => first.toUpperCase()) };
}

/**
 * Whether the first of two cells exceeds the second in all cases, under both application mappings; the reason has the smallest difference.
 */
const leastOf = <Of extends string>(recorded: RecordedOf, cases: readonly Of[], pairOf: (of: Of) => readonly [more: Cell, less: Cell]) =>
  bothShares((share) => {
    const pairs = cases.flatMap((of) =>
      applications.map((application) => {
        const [more, less] = pairOf(of).map((cell) => rateOf(recorded, cell, share, [application]));
        return { name: `${of}, ${application}`, difference: more - less };
      }),
    );
    const worst = pairs.reduce((found, pair) => (pair.difference < found.difference ? pair : found));
    return {
      holds: worst.difference > 0,
      said: `the least of the differences is ${mb(worst.difference).replace("-", "−")} (${worst.name})`,
    };
  });

const statements = measured(says["Table 1"], [table.id], {
  deterministic: {
    readAs: "in each of the four combinations of I/O and application mapping, half of the transactions writes",
    check: ({ recorded }) =>
      leastOf(recorded, ioMappings, (mapping) => [
        { access: "deterministic", mapping },
        { access: "random", mapping },
      ]),
  },
  distributed: {
    readAs: "with either traffic and either application mapping, half of the transactions writes",
    check: ({ recorded }) =>
      leastOf(recorded, accesses, (access) => [
        { access, mapping: "distributed" },
        { access, mapping: "clustered" },
      ]),
  },
  fifth: {
    readAs: "random traffic, as the table's 196 and 234 have it: between 15 and 25 %, half of the transactions writes",
    check: ({ recorded }) =>
      bothShares((share) => {
        const [clustered, distributed] = ioMappings.map((mapping) => rateOf(recorded, { access: "random", mapping }, share));
        const more = 100 * (distributed / clustered - 1);
        return { holds: more >= 15 && more <= 25, said: `it is ${more.toFixed(0)} % more` };
      }),
  },
  shared: {
    readAs: "clustered I/O, half of the transactions writes: shared gives more, by 15 to 20 MB/s within twice the standard error",
    check: ({ recorded }) =>
      bothShares((share) => {
        const found = accesses.map((access) => {
          const [shared, dedicated] = applications.map((application) =>
            drawsOf(recorded, { access, mapping: "clustered" }, share, [application]),
          );
          const more = meanOf(shared.map((each, seed) => each - dedicated[seed]));
          return { access, value: more.value, error: errorOf(more) };
        });
        return {
          holds: found.every(({ value, error }) => value > 0 && value + 2 * error >= 15 && value - 2 * error <= 20),
          said: `shared gives ${found.map(({ access, value, error }) => `${value.toFixed(1).replace("-", "−")} ± ${error.toFixed(1)} MB/s more with ${access} traffic`).join(" and ")}`,
        };
      }),
  },
  "distributed shared": {
    readAs: "shared and dedicated differ by less than 5 %, with either traffic, half of the transactions writes",
    check: ({ recorded }) =>
      bothShares((share) => {
        const parts = accesses.map((access) => {
          const [shared, dedicated] = applications.map((application) =>
            rateOf(recorded, { access, mapping: "distributed" }, share, [application]),
          );
          return 100 * (shared / dedicated - 1);
        });
        const signed = (part: number) => `${part > 0 ? "+" : part < 0 ? "−" : ""}${Math.abs(part).toFixed(1)} %`;
        return {
          holds: parts.every((part) => Math.abs(part) < 5),
          said: `shared against dedicated is ${signed(parts[0])} with ${accesses[0]} traffic and ${signed(parts[1])} with ${accesses[1]}`,
        };
      }),
  },
  order: {
    readAs:
      "the four cells come in this order, each more than twice the standard error above the one before; half of the transactions writes",
    check: ({ recorded }) =>
      bothShares((share) => {
        const found = cells.map((cell) => meanOf(drawsOf(recorded, cell, share)));
        return {
          holds: found.slice(1).every((each, i) => isSurelyAbove(each, found[i])),
          said: `in the order of the table it is ${found.map(({ value }) => value.toFixed(0)).join(", ")} MB/s`,
        };
      }),
  },
});

const [assignment] = notesOf({
  "in the source: Who uses which server":
    "With deterministic access each node has a fixed server; which one, the text does not say. Ours is the client's number modulo eight, so that clients below one switch use four servers. Another assignment puts other loads on the tree; it was not tried whether one gives clustered servers the paper’s 320.",
});

const [accepted, fraction, light, long] = notesOf({
  "our model: Accepted load":
    "The figures show the accepted load of the I/O nodes. We count what the servers' nodes take: what is written there and, where the application runs on them too, what it reads. What they send for reads is shown next to it.",
  "our model: Reads and writes":
    "The paper sees very little sensitivity to the fraction of reads and writes. It does not say what it counts, and so this is not judged. What servers take differs by a tenth at most between half writes and writes only. Both ways together it is another thing: with half reads a server takes and gives, together, up to nearly twice what it takes with writes only; and if all were reads, a dedicated server would take nothing.",
  "our model: Light loads":
    "In 60 ms a client at the lightest load begins about one message, and chance decides how much is asked for. There a server takes more than the mean that is offered, which is 59 MB/s of writes where servers are dedicated: by up to 27 %. One seed is behind all curves, so that they err alike; their left ends are not to be measured by.",
  "our model: How long is measured":
    "A message of 1 MB takes a client some 40 ms where 64 of them share eight servers. Measured are 40 ms after 10 ms of warm-up, for the table from three seeds, with clients that ask for all they can: what a server then takes is the asymptote. Clients begin at random times. With random access a run remembers who happened to use whom, and so the errors are as large as they are.",
});

export const qsnetTable1 = exhibit("qsnet", "Table 1", "Section 5.6", {
  title: "Spread the servers out",
  lede({ of }) {
    const rates = cells.map((cell) => of(`half ${cellName(cell)}`));
    const [first, second, third, fourth] = rates.map(withDecimals(0));
    return `A server takes ${first} MB/s when clients choose at random among servers side by side, ${second} among servers apart; ${third} and ${fourth} when every client keeps to one. The paper has 196, 234, 320 and 338: ${increases(rates).holds ? "the same order" : "another order"}.`;
  },
  ...takenAndGiven,
  statements,
  recordings: [table],
  tolerance: { relative: 0.05, why: "Five per cent, as for every bandwidth of this paper." },
  notes: [
    assignment,
    accepted,
    fraction,
    long,
    ...notesOf({
      "in the source: About 20 %": "The table's own numbers give 19 % for random traffic and 6 % for deterministic.",
    }),
    inWorkbench,
  ],
  documents: besides("QsNET, Table 1", windows.table),
});

/** Mean data rate that a client offers, in MB/s. */
const offered = (load: number) => dataRate(load);
const lineName = ({ mapping, application }: Pick<Way, "mapping" | "application">) => `${mapping}, ${application}`;

const panelOf = ({ mapping }: Way) => (mapping === "clustered" ? "(a)" : "(b)");

const highest = loads[loads.length - 1];

function curvesOf(label: string, title: string, access: Access): Exhibit {
  const lines = ways.filter((way) => way.access === access);
  const rowId = (way: Pick<Way, "mapping" | "application">, load: number) => `${lineName(way)} ${load}`;
  return exhibit("qsnet", label, "Section 5.6", {
    title,
    lede({ shown }) {
      const ends = (mapping: IoMapping) =>
        applications.map((application) => shown(rowId({ mapping, application }, highest), 0)).join(" and ");
      return `At the highest load a server takes ${ends("clustered")} MB/s where all are together (shared and dedicated) and ${ends("distributed")} where they are apart.`;
    },
    ...columnByColumn(
      loads,
      (load) => ({ key: load, label: `${offered(load).toFixed(0)} MB/s offered by a client` }),
      lines.map((way) => [
        series(lineName(way), `${panelOf(way)} ${lineName(way)}`, "what a server takes", "MB/s"),
        (load, i) => ({
          formula: `${taken}; half of the transactions writes; one seed`,
          runs: [curves.id],
          decimals: 0,
          document: documentOf("QsNET, Figures 17 and 18", way, windows.curves, { load }),
          value: ({ recorded }) => serverRate(recorded(curves.id)[placeOf(way) * loads.length + i], way.mapping),
        }),
      ]),
    ),
    figures: {
      is: "growth",
      title: "Accepted by a server against offered by a client",
      caption: `(a) clustered and (b) distributed servers; ${access} traffic, half of the transactions writes, messages of 1 MB on average`,
      unit: "MB/s",
      across: "MB/s offered by a client",
      scale: "linear",
      columns: loads.map((load) => ({ text: offered(load).toFixed(0), at: offered(load) })),
      lines: lines.map((way) => ({ title: `${panelOf(way)} ${way.application}`, rows: loads.map((load) => rowId(way, load)) })),
    },
    statements: checked(says["Table 1"], [], {
      distributed: {
        readAs: `${access} traffic, at the highest load, shared and dedicated`,
        otherwise: "not reproduced",
        runs: [curves.id],
        check({ recorded }) {
          const at = (mapping: IoMapping, application: Application) =>
            serverRate(recorded(curves.id)[placeOf({ access, mapping, application }) * loads.length + loads.length - 1], mapping);
          const pairs = applications.map((application) => ({
            application,
            clustered: at("clustered", application),
            distributed: at("distributed", application),
          }));
          return {
            holds: pairs.every(({ clustered, distributed }) => distributed > clustered),
            because: `${pairs.map(({ application, clustered, distributed }) => `${application.replace(/^./, (first) => first.toUpperCase())}: ${mb(distributed)} distributed, ${mb(clustered)} clustered`).join(". ")}.`,
          };
        },
      },
    }),
    runs: [],
    recordings: [curves],
    tolerance: { relative: 0.05, why: "Five per cent, as for every bandwidth of this paper; curves have no numbers in the text." },
    notes: [
      ...notesOf({
        "in the source: Curves": "The figure shows curves; their asymptotes are Table 1. Here is one seed for each point, of 60 ms.",
      }),
      ...(access === "deterministic" ? [assignment] : []),
      accepted,
      light,
      inWorkbench,
    ],
    documents: besides("QsNET, Figures 17 and 18", windows.curves).filter((_, i) => ways[i].access === access),
  });
}

export const qsnetFigure17 = curvesOf("Figure 17", "Random access: servers apart take more than servers side by side", "random");
export const qsnetFigure18 = curvesOf("Figure 18", "Fixed servers: apart they take more than side by side", "deterministic");
