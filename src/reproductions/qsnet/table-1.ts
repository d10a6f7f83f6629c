/** QsNET, Table 1 and Figures 17 and 18: one application that reads from and writes to eight servers. */
import type { Results } from "../../core/measures/results.ts";
import { comparisonDocument } from "../documents.ts";
import type { Exhibit, OpenDocument, RecordingResults, Recording, ScenarioDocument, ExhibitSeries } from "../contract.ts";
import { average, standardErrorOf, isSignificantlyAbove, sampleMeanOf, printed, withDecimals } from "../numbers.ts";
import { increases } from "../predicates.ts";
import { type RowColumn, rowsBySeries, rowsBySubject } from "../rows.ts";
import { checkedStatements, exhibit, measuredStatements, notesOf, series } from "../exhibit.ts";
import { type Access, accesses, type Application, applications, type IoMapping, ioMappings, ioTraffic, nodesByRole } from "./io.ts";
import { dataRate, workbenchNote, qsnetDocument, qsnetDataUnit } from "./machine.ts";
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

/** Loads of a client. At lower loads, there are so few messages that the offered load is random. */
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

const receivedFormula = "data received by the server nodes in the measurement window / 8";

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
    series: series(
      "half",
      "Received per server, half writes",
      `half of the transactions are writes, as in the paper; ${bothMappingsNote}`,
      "MB/s",
    ),
    writeFraction: 0.5,
    mappings: applications,
    direction: "accepted",
    isJudged: true,
  },
  {
    series: series("writes", "Received per server, writes only", bothMappingsNote, "MB/s"),
    writeFraction: 1,
    mappings: applications,
    direction: "accepted",
    isJudged: true,
  },
  {
    series: series("given", "Sent per server, half writes", bothMappingsNote, "MB/s"),
    writeFraction: 0.5,
    mappings: applications,
    direction: "sent",
  },
  ...writeFractions.flatMap((writeFraction) =>
    applications.map((application) => {
      const [id, title] = writeFraction === 1 ? ["writes", "writes only"] : ["half", "half writes"];
      return {
        series: series(`${id} ${application}`, `Received, ${title}, ${application}`, "", "MB/s"),
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

const serverTable = rowsBySubject(
  cells,
  (cell) => ({ label: cellName(cell) }),
  cellSeries.map((cellSeriesSpec): RowColumn<Cell> => [
    cellSeriesSpec.series,
    (cell) => ({
      published: cellSeriesSpec.isJudged === true ? printed(printedTable1[cellName(cell)]) : null,
      formula: `${cellSeriesSpec.direction === "accepted" ? receivedFormula : "data injected by the server nodes / 8"}; ${cellSeriesSpec.mappings.length > 1 ? `${bothMappingsNote}, ` : ""}three seeds; ${cellSeriesSpec.writeFraction === 1 ? "writes only" : "half of the transactions are writes"}`,
      runs: [tableRecording.id],
      decimals: 0,
      document: documentOfCell(cellSeriesSpec, cell),
      value: ({ recorded }) =>
        sampleMeanOf(ratesBySeed(recorded, cell, cellSeriesSpec.writeFraction, cellSeriesSpec.mappings, cellSeriesSpec.direction)),
    }),
  ]),
);

const formatRate = withDecimals(0, " MB/s");
const writeFractionName = (writeFraction: WriteFraction) => (writeFraction === 1 ? "with writes only" : "with half writes");

/**
 * Runs a check on the results of both fractions of writes. The statement holds if the check succeeds for half writes, the fraction that the
 * paper reports; its reason contains the numbers of both fractions.
 */
function checkBothFractions(check: (writeFraction: WriteFraction) => { readonly holds: boolean; readonly reason: string }) {
  const [halfCheck, writesCheck] = writeFractions.map(check);
  return {
    holds: halfCheck.holds,
    because: `${writeFractionName(0.5)}, ${halfCheck.reason}; ${writeFractionName(1)}, ${writesCheck.reason}.`.replace(/^./, (first) =>
      first.toUpperCase(),
    ),
  };
}

/**
 * Checks that, in every case, the servers receive more in the first of two cells of Table 1 than in the second. Each case is checked for
 * both application mappings and for both fractions of writes; the rates are the means of the servers in MB/s, averaged over the seeds.
 * @param cases the access patterns or placements to compare the two cells for
 * @param cellsToCompare the two cells of a case; the first should have the higher rate
 */
const checkFirstIsLarger = <CaseName extends string>(
  recorded: RecordingResults,
  cases: readonly CaseName[],
  cellsToCompare: (caseName: CaseName) => readonly [more: Cell, less: Cell],
) =>
  checkBothFractions((writeFraction) => {
    const differences = cases.flatMap((caseName) =>
      applications.map((application) => {
        const [firstRate, secondRate] = cellsToCompare(caseName).map((cell) => rateOf(recorded, cell, writeFraction, [application]));
        return { name: `${caseName}, ${application}`, difference: firstRate - secondRate };
      }),
    );
    const smallest = differences.reduce((smallestSoFar, other) => (other.difference < smallestSoFar.difference ? other : smallestSoFar));
    return {
      holds: smallest.difference > 0,
      reason: `the smallest difference is ${formatRate(smallest.difference).replace("-", "−")} (${smallest.name})`,
    };
  });

const statements = measuredStatements(qsnetSentences["Table 1"], [tableRecording.id], {
  deterministic: {
    interpretation:
      "the servers receive more in each of the four combinations of I/O mapping and application mapping; half of the transactions are writes",
    check: ({ recorded }) =>
      checkFirstIsLarger(recorded, ioMappings, (mapping) => [
        { access: "deterministic", mapping },
        { access: "random", mapping },
      ]),
  },
  distributed: {
    interpretation:
      "distributed servers receive more for both access patterns and both application mappings; half of the transactions are writes",
    check: ({ recorded }) =>
      checkFirstIsLarger(recorded, accesses, (access) => [
        { access, mapping: "distributed" },
        { access, mapping: "clustered" },
      ]),
  },
  fifth: {
    interpretation: "random traffic, as for the table's 196 and 234: between 15 and 25 %; half of the transactions are writes",
    check: ({ recorded }) =>
      checkBothFractions((writeFraction) => {
        const [clustered, distributed] = ioMappings.map((mapping) => rateOf(recorded, { access: "random", mapping }, writeFraction));
        const gain = 100 * (distributed / clustered - 1);
        return { holds: gain >= 15 && gain <= 25, reason: `distributed servers receive ${gain.toFixed(0)} % more` };
      }),
  },
  shared: {
    interpretation:
      "clustered I/O, half of the transactions are writes: shared servers receive more, by 15 to 20 MB/s within twice the standard error",
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
          reason: `shared servers receive ${measurements.map(({ access, value, error }) => `${value.toFixed(1).replace("-", "−")} ± ${error.toFixed(1)} MB/s more with ${access} traffic`).join(" and ")}`,
        };
      }),
  },
  "distributed shared": {
    interpretation: "shared and dedicated servers differ by less than 5 %, for both access patterns; half of the transactions are writes",
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
          reason: `the difference of shared to dedicated servers is ${signed(percentages[0])} with ${accesses[0]} traffic and ${signed(percentages[1])} with ${accesses[1]}`,
        };
      }),
  },
  order: {
    interpretation:
      "the four cells are in this order, each above the previous one by more than twice the standard error; half of the transactions are writes",
    check: ({ recorded }) =>
      checkBothFractions((writeFraction) => {
        const measurements = cells.map((cell) => sampleMeanOf(ratesBySeed(recorded, cell, writeFraction)));
        return {
          holds: measurements.slice(1).every((each, i) => isSignificantlyAbove(each, measurements[i])),
          reason: `the cells have, in the order of the table, ${measurements.map(({ value }) => value.toFixed(0)).join(", ")} MB/s`,
        };
      }),
  },
});

const [serverAssignmentNote] = notesOf({
  "in the source: Assignment of servers":
    "With deterministic access each node has a fixed server, but the text does not say which. In our model it is the client's number modulo eight, so the clients of a switch use four different servers. Another assignment would change the loads in the tree; we did not try to find one that gives the paper’s 320 MB/s for clustered servers.",
});

const [acceptedLoadNote, writeFractionNote, lightLoadNote, measuredTimeNote] = notesOf({
  "our model: Accepted load":
    "The figures show the accepted load of the I/O nodes. We count the data received by the server nodes: writes of clients and, if the application also runs there, the data that it reads. The data that servers send for reads are shown separately.",
  "our model: Reads and writes":
    "The paper sees very little sensitivity to the fraction of reads and writes, but does not say which data it counts, so this is not judged. The data received by servers differ by at most 10 % between half writes and writes only. The sum of both directions is more sensitive: with half reads, a server receives and sends up to nearly twice as much as it receives with writes only; with reads only, a dedicated server would receive nothing.",
  "our model: Light loads":
    "At the lightest load a client starts about one message in 60 ms, so the offered load varies strongly. There a server receives up to 27 % more than the mean offered load, which is 59 MB/s of writes for dedicated servers. All curves use the same seed and therefore have the same error; their left ends are not reliable.",
  "our model: Measurement window":
    "A message of 1 MB takes a client about 40 ms if 64 clients share eight servers. The window is 40 ms after 10 ms of warm-up, for the table with three seeds and clients at maximum load: the bandwidth of a server is then the asymptote. Clients start at random times. With random access, the few random choices of servers during a run cause large standard errors.",
});

export const qsnetTable1 = exhibit("qsnet", "Table 1", "Section 5.6", {
  loadUnit: qsnetDataUnit,
  title: "Distributed servers receive more than clustered ones",
  lede({ numberOf }) {
    const rates = cells.map((cell) => numberOf(`half ${cellName(cell)}`));
    const [first, second, third, fourth] = rates.map(withDecimals(0));
    return `With random access, a clustered server receives ${first} MB/s and a distributed server ${second}; with deterministic access, ${third} and ${fourth}. The paper has 196, 234, 320 and 338: ${increases(rates).holds ? "the same order" : "a different order"}.`;
  },
  ...serverTable,
  statements,
  recordings: [tableRecording],
  tolerance: { relative: 0.05, why: "5 %, as for every bandwidth of this paper." },
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
    loadUnit: qsnetDataUnit,
    title,
    lede({ textOf }) {
      const sayEndRates = (mapping: IoMapping) =>
        applications.map((application) => textOf(rowId({ mapping, application }, highestLoad), 0)).join(" and ");
      return `At the highest load a clustered server receives ${sayEndRates("clustered")} MB/s (shared and dedicated), and a distributed server ${sayEndRates("distributed")} MB/s.`;
    },
    ...rowsBySeries(
      loads,
      (load) => ({ key: load, label: `${offeredRate(load).toFixed(0)} MB/s offered by a client` }),
      shownConfigurations.map((configuration) => [
        series(mappingName(configuration), `${panelName(configuration)} ${mappingName(configuration)}`, "received per server", "MB/s"),
        (load, i) => ({
          formula: `${receivedFormula}; half of the transactions are writes; one seed`,
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
      title: "Accepted bandwidth per server by offered bandwidth per client",
      caption: `(a) clustered and (b) distributed servers; ${access} traffic, half of the transactions are writes, messages of 1 MB on average`,
      unit: "MB/s",
      horizontalTitle: "MB/s offered per client",
      scale: "linear",
      columns: loads.map((load) => ({ text: offeredRate(load).toFixed(0), x: offeredRate(load) })),
      lines: shownConfigurations.map((configuration) => ({
        title: `${panelName(configuration)} ${configuration.application}`,
        rows: loads.map((load) => rowId(configuration, load)),
      })),
    },
    statements: checkedStatements(qsnetSentences["Table 1"], [], {
      distributed: {
        interpretation: `${access} traffic, at the highest load, shared and dedicated`,
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
    tolerance: { relative: 0.05, why: "5 %, as for every bandwidth of this paper; the text has no numbers for the curves." },
    notes: [
      ...notesOf({
        "in the source: Curves": "The figure shows curves; their asymptotes are Table 1. Each point is one run of 60 ms with one seed.",
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

export const qsnetFigure17 = curvesExhibit("Figure 17", "Random access: distributed servers receive more than clustered ones", "random");
export const qsnetFigure18 = curvesExhibit(
  "Figure 18",
  "Deterministic access: distributed servers receive more than clustered ones",
  "deterministic",
);
