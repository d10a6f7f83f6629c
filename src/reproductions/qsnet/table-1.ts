/** QsNET, Table 1 and Figures 17 and 18: one application that reads from and writes to eight servers. */
import type { Results } from "../../core/measures/results.ts";
import { comparisonDocument } from "../documents.ts";
import type { Exhibit, OpenDocument, RecordingResults, Recording, ScenarioDocument, ExhibitSeries } from "../contract.ts";
import { average, standardErrorOf, isSignificantlyAbove, sampleMeanOf, printed, withDecimals } from "../numbers.ts";
import { increases } from "../predicates.ts";
import { type RowColumn, columnByColumn, lineByLine } from "../rows.ts";
import { checkedStatements, exhibit, measuredStatements, notesOf, series } from "../exhibit.ts";
import { type Access, accesses, type Application, applications, type IoMapping, ioMappings, ioTraffic, nodesByRole } from "./io.ts";
import { dataRate, workbenchNote, qsnetDocument } from "./machine.ts";
import { printedTable1, qsnetSentences } from "./printed.ts";

/** A configuration of I/O: one curve of Figures 17 and 18. */
interface IoConfiguration {
  readonly access: Access;
  readonly mapping: IoMapping;
  readonly application: Application;
}

const configurations: readonly IoConfiguration[] = accesses.flatMap((access) =>
  ioMappings.flatMap((mapping) => applications.map((application) => ({ access, mapping, application }))),
);
const configurationName = ({ access, mapping, application }: IoConfiguration) => `${access}, ${mapping}, ${application}`;
const configurationIndex = (configuration: IoConfiguration) =>
  configurations.findIndex((each) => configurationName(each) === configurationName(configuration));

/** Measured cycles, for the table and for a point of the curves. */
const measuredCycles = { table: 4_000_000, curves: 6_000_000 } as const;

/** The document of a single configuration. */
const documentOf = (
  title: string,
  configuration: IoConfiguration,
  window: number,
  trafficParams: Parameters<typeof ioTraffic>[3] = {},
): ScenarioDocument =>
  qsnetDocument(
    `${title}, ${configurationName(configuration)}`,
    ioTraffic(configuration.access, configuration.mapping, configuration.application, trafficParams),
    {
      run: { warmUp: 1_000_000, window, drain: 0 },
    },
  );

/** All configurations; the first one is the base scenario of the sweep. */
const configurationDocuments = (title: string, window: number): readonly OpenDocument[] =>
  configurations.map((configuration) => ({ title: configurationName(configuration), document: documentOf(title, configuration, window) }));

/** Fractions of writes: one half, as reported by the paper, and writes only. */
const writeFractions = [0.5, 1] as const;
const seeds = 3;
const tableRecording: Recording = {
  id: "qsnet-io",
  title: "I/O of 64 nodes, two fractions of writes",
  document: {
    ...comparisonDocument("QsNET, Table 1", configurationDocuments("QsNET, Table 1", measuredCycles.table)),
    sweep: [{ path: "workload.writes", values: [...writeFractions] }],
    seeds,
  },
};

/** Loads of a client. Below these, there are so few messages that the offered load is random. */
const loads = [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1] as const;
const curvesRecording: Recording = {
  id: "qsnet-io-curves",
  title: "I/O of 64 nodes, over the load",
  document: {
    ...comparisonDocument("QsNET, Figures 17 and 18", configurationDocuments("QsNET, Figures 17 and 18", measuredCycles.curves)),
    sweep: [{ path: "workload.load", values: [...loads] }],
  },
};

const serversByMapping = new Map(
  ioMappings.map((mapping) => [mapping, nodesByRole(qsnetDocument("", ioTraffic("random", mapping, "shared"))).servers] as const),
);

/** Data rate that a server receives, or sends, in MB/s: the mean of the eight servers. */
function serverRate({ each }: Results, mapping: IoMapping, direction: "accepted" | "sent" = "accepted"): number {
  const servers = serversByMapping.get(mapping) ?? [];
  return dataRate(average(servers.map((server) => each?.[direction][server] ?? NaN)));
}

type WriteFraction = (typeof writeFractions)[number];
const resultsOf = (recorded: RecordingResults, configuration: IoConfiguration, writeFraction: WriteFraction, seed: number) =>
  recorded(tableRecording.id)[
    (seed * configurations.length + configurationIndex(configuration)) * writeFractions.length + writeFractions.indexOf(writeFraction)
  ];

/** By seed: the server rate, averaged over the given application mappings. */
function ratesBySeed(
  recorded: RecordingResults,
  cell: Omit<IoConfiguration, "application">,
  writeFraction: WriteFraction,
  mappings: readonly Application[] = applications,
  direction: "accepted" | "sent" = "accepted",
): readonly number[] {
  return Array.from({ length: seeds }, (_, seed) =>
    average(
      mappings.map((application) =>
        serverRate(resultsOf(recorded, { ...cell, application }, writeFraction, seed), cell.mapping, direction),
      ),
    ),
  );
}
const rateOf = (
  recorded: RecordingResults,
  cell: Omit<IoConfiguration, "application">,
  writeFraction: WriteFraction,
  mappings?: readonly Application[],
) => sampleMeanOf(ratesBySeed(recorded, cell, writeFraction, mappings)).value;

const cells = accesses.flatMap((access) => ioMappings.map((mapping) => ({ access, mapping })));
type Cell = (typeof cells)[number];
const cellName = ({ access, mapping }: Cell) => `${access} traffic, ${mapping} I/O`;

const receivedFormula = "data consumed by the servers' nodes in the window / 8";

interface CellSeries {
  readonly series: ExhibitSeries;
  readonly writeFraction: WriteFraction;
  /** The application mappings to average over. */
  readonly mappings: readonly Application[];
  readonly direction: "accepted" | "sent";
  readonly isJudged?: true;
}

const bothMappingsNote = "mean of shared and dedicated";
const cellSeries: readonly CellSeries[] = [
  {
    series: series("half", "A server takes, half of the transactions writes", `as the paper reports; ${bothMappingsNote}`, "MB/s"),
    writeFraction: 0.5,
    mappings: applications,
    direction: "accepted",
    isJudged: true,
  },
  {
    series: series("writes", "Writes only", bothMappingsNote, "MB/s"),
    writeFraction: 1,
    mappings: applications,
    direction: "accepted",
    isJudged: true,
  },
  {
    series: series("given", "A server gives, half of the transactions writes", bothMappingsNote, "MB/s"),
    writeFraction: 0.5,
    mappings: applications,
    direction: "sent",
  },
  ...writeFractions.flatMap((writeFraction) =>
    applications.map((application) => {
      const [id, title] = writeFraction === 1 ? ["writes", "writes only"] : ["half", "half writes"];
      return {
        series: series(`${id} ${application}`, `Takes, ${title}, ${application}`, "", "MB/s"),
        writeFraction,
        mappings: [application],
        direction: "accepted" as const,
      };
    }),
  ),
];

/** The runs of a cell with the first seed: a comparison of shared and dedicated servers, or one of them. */
function documentOfCell({ writeFraction, mappings }: CellSeries, cell: Cell): ScenarioDocument {
  const openDocuments = mappings.map((application) => ({
    title: application,
    document: documentOf("QsNET, Table 1", { ...cell, application }, measuredCycles.table, { writes: writeFraction }),
  }));
  return openDocuments.length === 1 ? openDocuments[0].document : comparisonDocument(`QsNET, Table 1, ${cellName(cell)}`, openDocuments);
}

const serverTable = lineByLine(
  cells,
  (cell) => ({ label: cellName(cell) }),
  cellSeries.map((cellSeriesSpec): RowColumn<Cell> => [
    cellSeriesSpec.series,
    (cell) => ({
      published: cellSeriesSpec.isJudged === true ? printed(printedTable1[cellName(cell)]) : null,
      formula: `${cellSeriesSpec.direction === "accepted" ? receivedFormula : "data that entered the network at the servers' nodes / 8"}; ${cellSeriesSpec.mappings.length > 1 ? `${bothMappingsNote}, ` : ""}three seeds; ${cellSeriesSpec.writeFraction === 1 ? "writes only" : "half of the transactions are writes"}`,
      runs: [tableRecording.id],
      decimals: 0,
      document: documentOfCell(cellSeriesSpec, cell),
      value: ({ recorded }) =>
        sampleMeanOf(ratesBySeed(recorded, cell, cellSeriesSpec.writeFraction, cellSeriesSpec.mappings, cellSeriesSpec.direction)),
    }),
  ]),
);

const formatRate = withDecimals(0, " MB/s");
const writeFractionName = (writeFraction: WriteFraction) => (writeFraction === 1 ? "writes only" : "with half of them writes");

/**
 * Checks a statement for both fractions of writes. It holds if it holds for the fraction that the paper reports; the reason has the numbers
 * of both.
 */
function checkBothFractions(check: (share: WriteFraction) => { readonly holds: boolean; readonly said: string }) {
  const [halfCheck, writesCheck] = writeFractions.map(check);
  return {
    holds: halfCheck.holds,
    because: `${halfCheck.said}; ${writeFractionName(1)}, ${writesCheck.said}.`.replace(/^./, (first) => first.toUpperCase()),
  };
}

/**
 * Whether the first of two cells exceeds the second in all cases, under both application mappings; the reason has the smallest difference.
 */
const smallestDifference = <Of extends string>(
  recorded: RecordingResults,
  cases: readonly Of[],
  pairOf: (caseName: Of) => readonly [more: Cell, less: Cell],
) =>
  checkBothFractions((writeFraction) => {
    const pairs = cases.flatMap((caseName) =>
      applications.map((application) => {
        const [larger, smaller] = pairOf(caseName).map((cell) => rateOf(recorded, cell, writeFraction, [application]));
        return { name: `${caseName}, ${application}`, difference: larger - smaller };
      }),
    );
    const smallest = pairs.reduce((smallestSoFar, pair) => (pair.difference < smallestSoFar.difference ? pair : smallestSoFar));
    return {
      holds: smallest.difference > 0,
      said: `the least of the differences is ${formatRate(smallest.difference).replace("-", "−")} (${smallest.name})`,
    };
  });

const statements = measuredStatements(qsnetSentences["Table 1"], [tableRecording.id], {
  deterministic: {
    readAs: "in each of the four combinations of I/O and application mapping, half of the transactions writes",
    check: ({ recorded }) =>
      smallestDifference(recorded, ioMappings, (mapping) => [
        { access: "deterministic", mapping },
        { access: "random", mapping },
      ]),
  },
  distributed: {
    readAs: "with either traffic and either application mapping, half of the transactions writes",
    check: ({ recorded }) =>
      smallestDifference(recorded, accesses, (access) => [
        { access, mapping: "distributed" },
        { access, mapping: "clustered" },
      ]),
  },
  fifth: {
    readAs: "random traffic, as the table's 196 and 234 have it: between 15 and 25 %, half of the transactions writes",
    check: ({ recorded }) =>
      checkBothFractions((writeFraction) => {
        const [clustered, distributed] = ioMappings.map((mapping) => rateOf(recorded, { access: "random", mapping }, writeFraction));
        const gain = 100 * (distributed / clustered - 1);
        return { holds: gain >= 15 && gain <= 25, said: `it is ${gain.toFixed(0)} % more` };
      }),
  },
  shared: {
    readAs: "clustered I/O, half of the transactions writes: shared gives more, by 15 to 20 MB/s within twice the standard error",
    check: ({ recorded }) =>
      checkBothFractions((writeFraction) => {
        const measurements = accesses.map((access) => {
          const [shared, dedicated] = applications.map((application) =>
            ratesBySeed(recorded, { access, mapping: "clustered" }, writeFraction, [application]),
          );
          const gain = sampleMeanOf(shared.map((each, seed) => each - dedicated[seed]));
          return { access, value: gain.value, error: standardErrorOf(gain) };
        });
        return {
          holds: measurements.every(({ value, error }) => value > 0 && value + 2 * error >= 15 && value - 2 * error <= 20),
          said: `shared gives ${measurements.map(({ access, value, error }) => `${value.toFixed(1).replace("-", "−")} ± ${error.toFixed(1)} MB/s more with ${access} traffic`).join(" and ")}`,
        };
      }),
  },
  "distributed shared": {
    readAs: "shared and dedicated differ by less than 5 %, with either traffic, half of the transactions writes",
    check: ({ recorded }) =>
      checkBothFractions((writeFraction) => {
        const percentages = accesses.map((access) => {
          const [shared, dedicated] = applications.map((application) =>
            rateOf(recorded, { access, mapping: "distributed" }, writeFraction, [application]),
          );
          return 100 * (shared / dedicated - 1);
        });
        const signed = (percent: number) => `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent).toFixed(1)} %`;
        return {
          holds: percentages.every((percent) => Math.abs(percent) < 5),
          said: `shared against dedicated is ${signed(percentages[0])} with ${accesses[0]} traffic and ${signed(percentages[1])} with ${accesses[1]}`,
        };
      }),
  },
  order: {
    readAs:
      "the four cells come in this order, each more than twice the standard error above the one before; half of the transactions writes",
    check: ({ recorded }) =>
      checkBothFractions((writeFraction) => {
        const measurements = cells.map((cell) => sampleMeanOf(ratesBySeed(recorded, cell, writeFraction)));
        return {
          holds: measurements.slice(1).every((each, i) => isSignificantlyAbove(each, measurements[i])),
          said: `in the order of the table it is ${measurements.map(({ value }) => value.toFixed(0)).join(", ")} MB/s`,
        };
      }),
  },
});

const [serverAssignmentNote] = notesOf({
  "in the source: Who uses which server":
    "With deterministic access each node has a fixed server; which one, the text does not say. Ours is the client's number modulo eight, so that clients below one switch use four servers. Another assignment puts other loads on the tree; it was not tried whether one gives clustered servers the paper’s 320.",
});

const [acceptedLoadNote, writeFractionNote, lightLoadNote, measuredTimeNote] = notesOf({
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
  lede({ numberOf }) {
    const rates = cells.map((cell) => numberOf(`half ${cellName(cell)}`));
    const [first, second, third, fourth] = rates.map(withDecimals(0));
    return `A server takes ${first} MB/s when clients choose at random among servers side by side, ${second} among servers apart; ${third} and ${fourth} when every client keeps to one. The paper has 196, 234, 320 and 338: ${increases(rates).holds ? "the same order" : "another order"}.`;
  },
  ...serverTable,
  statements,
  recordings: [tableRecording],
  tolerance: { relative: 0.05, why: "Five per cent, as for every bandwidth of this paper." },
  notes: [
    serverAssignmentNote,
    acceptedLoadNote,
    writeFractionNote,
    measuredTimeNote,
    ...notesOf({
      "in the source: About 20 %": "The table's own numbers give 19 % for random traffic and 6 % for deterministic.",
    }),
    workbenchNote,
  ],
  documents: configurationDocuments("QsNET, Table 1", measuredCycles.table),
});

/** Mean data rate that a client offers, in MB/s. */
const offeredRate = (load: number) => dataRate(load);
const mappingName = ({ mapping, application }: Pick<IoConfiguration, "mapping" | "application">) => `${mapping}, ${application}`;

const panelName = ({ mapping }: IoConfiguration) => (mapping === "clustered" ? "(a)" : "(b)");

const highestLoad = loads[loads.length - 1];

function curvesExhibit(label: string, title: string, access: Access): Exhibit {
  const shownConfigurations = configurations.filter((configuration) => configuration.access === access);
  const rowId = (configuration: Pick<IoConfiguration, "mapping" | "application">, load: number) => `${mappingName(configuration)} ${load}`;
  return exhibit("qsnet", label, "Section 5.6", {
    title,
    lede({ textOf }) {
      const sayEndRates = (mapping: IoMapping) =>
        applications.map((application) => textOf(rowId({ mapping, application }, highestLoad), 0)).join(" and ");
      return `At the highest load a server takes ${sayEndRates("clustered")} MB/s where all are together (shared and dedicated) and ${sayEndRates("distributed")} where they are apart.`;
    },
    ...columnByColumn(
      loads,
      (load) => ({ key: load, label: `${offeredRate(load).toFixed(0)} MB/s offered by a client` }),
      shownConfigurations.map((configuration) => [
        series(mappingName(configuration), `${panelName(configuration)} ${mappingName(configuration)}`, "what a server takes", "MB/s"),
        (load, i) => ({
          formula: `${receivedFormula}; half of the transactions writes; one seed`,
          runs: [curvesRecording.id],
          decimals: 0,
          document: documentOf("QsNET, Figures 17 and 18", configuration, measuredCycles.curves, { load }),
          value: ({ recorded }) =>
            serverRate(recorded(curvesRecording.id)[configurationIndex(configuration) * loads.length + i], configuration.mapping),
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
      columns: loads.map((load) => ({ text: offeredRate(load).toFixed(0), at: offeredRate(load) })),
      lines: shownConfigurations.map((configuration) => ({
        title: `${panelName(configuration)} ${configuration.application}`,
        rows: loads.map((load) => rowId(configuration, load)),
      })),
    },
    statements: checkedStatements(qsnetSentences["Table 1"], [], {
      distributed: {
        readAs: `${access} traffic, at the highest load, shared and dedicated`,
        otherwise: "not reproduced",
        runs: [curvesRecording.id],
        check({ recorded }) {
          const rateAt = (mapping: IoMapping, application: Application) =>
            serverRate(
              recorded(curvesRecording.id)[configurationIndex({ access, mapping, application }) * loads.length + loads.length - 1],
              mapping,
            );
          const pairs = applications.map((application) => ({
            application,
            clustered: rateAt("clustered", application),
            distributed: rateAt("distributed", application),
          }));
          return {
            holds: pairs.every(({ clustered, distributed }) => distributed > clustered),
            because: `${pairs.map(({ application, clustered, distributed }) => `${application.replace(/^./, (first) => first.toUpperCase())}: ${formatRate(distributed)} distributed, ${formatRate(clustered)} clustered`).join(". ")}.`,
          };
        },
      },
    }),
    runs: [],
    recordings: [curvesRecording],
    tolerance: { relative: 0.05, why: "Five per cent, as for every bandwidth of this paper; curves have no numbers in the text." },
    notes: [
      ...notesOf({
        "in the source: Curves": "The figure shows curves; their asymptotes are Table 1. Here is one seed for each point, of 60 ms.",
      }),
      ...(access === "deterministic" ? [serverAssignmentNote] : []),
      acceptedLoadNote,
      lightLoadNote,
      workbenchNote,
    ],
    documents: configurationDocuments("QsNET, Figures 17 and 18", measuredCycles.curves).filter(
      (_, i) => configurations[i].access === access,
    ),
  });
}

export const qsnetFigure17 = curvesExhibit("Figure 17", "Random access: servers apart take more than servers side by side", "random");
export const qsnetFigure18 = curvesExhibit("Figure 18", "Fixed servers: apart they take more than side by side", "deterministic");
