/** QsNET, Figures 7 and 8: the placement of servers, I/O clients and compute nodes, as compiled from the scenarios. */
import type { OpenDocument, Published, ScenarioDocument } from "../contract.ts";
import { printed, printedAs } from "../numbers.ts";
import { exhibit, notesOf, series } from "../exhibit.ts";
import { exactNumber, rowsBySubject } from "../rows.ts";
import {
  type Application,
  applications,
  combinations,
  combinedJobs,
  ioMappings,
  ioTraffic,
  type NodesByRole,
  nodesByRole,
  nodeRolesOf,
} from "./io.ts";
import { qsnetDocument } from "./machine.ts";

interface PlacementDocument extends OpenDocument {
  readonly heading: string;
  readonly application: Application;
}

const headingOf = { shared: "Shared I/O: jobs also run on the servers", dedicated: "Dedicated I/O: no jobs on the servers" } as const;

/** A placement of jobs, once with shared and once with dedicated servers. */
const placementsOf = (
  name: string,
  prefix: string,
  workload: (application: Application) => ScenarioDocument,
): readonly PlacementDocument[] =>
  applications.map((application) => {
    const title = `${name}, ${application}`;
    return {
      title,
      heading: headingOf[application],
      application,
      document: qsnetDocument(`QsNET, ${prefix} ${title}`, workload(application)),
    };
  });

const ioPlacements = ioMappings.flatMap((mapping) =>
  placementsOf(mapping, "I/O", (application) => ioTraffic("random", mapping, application)),
);
const twoJobPlacements = combinations.flatMap((combination) =>
  placementsOf(combination.title, "two jobs,", (application) => combinedJobs(combination, application, 0.3)),
);

const tableLineOf = ({ title, document }: PlacementDocument) => ({ label: title, document });
const countCell = (
  { document }: PlacementDocument,
  formula: string,
  countOf: (parts: NodesByRole) => number,
  published: Published | null = null,
) => exactNumber(formula, ({ memoized }) => countOf(memoized(nodesByRole, document)), published);

const drawnPlacements = (all: readonly PlacementDocument[]) =>
  all
    .toSorted((a, b) => Number(a.application === "dedicated") - Number(b.application === "dedicated"))
    .map(({ title, heading, document }) => ({ title, heading, document, nodes: nodeRolesOf(document) }));

const sharedServerCount = ({ servers, compute }: NodesByRole) => compute.filter((node) => servers.includes(node)).length;
const [nodeNumberNote] = notesOf({
  "our model: Node numbers":
    "Nodes are numbered from 0. The paper's clustered servers are “at the higher nodes locations”: 56 to 63, on the last two switches of the first level. Its distributed servers are placed “with a stride of 8”: 0, 8, 16 and so on, each on a different switch.",
});

const tolerance = { relative: 0, why: "Nodes are counted, so only equal numbers agree." };

export const qsnetFigure7 = exhibit("qsnet", "Figure 7", "Section 4.6", {
  title: "Eight I/O servers, clustered or distributed, shared with clients or dedicated",
  lede: ({ numberOf }) =>
    `${numberOf(`clients ${ioPlacements[0].title}`)} clients if the application also runs on the servers, and ${numberOf(`clients ${ioPlacements[1].title}`)} with dedicated servers. Each row opens its traffic in the workbench.`,
  ...rowsBySubject(ioPlacements, tableLineOf, [
    [
      series("clients", "Nodes that inject I/O traffic"),
      (placement) =>
        countCell(
          placement,
          "sending terminals of the compiled traffic",
          ({ clients }) => clients.length,
          printed(placement.application === "shared" ? "64" : "56"),
        ),
    ],
    [
      series("servers", "Servers"),
      (placement) => countCell(placement, "terminals that clients write to and read from", ({ servers }) => servers.length, printed("8")),
    ],
    [
      series("switches", "First-level switches with a server"),
      (placement) =>
        countCell(
          placement,
          "switches with a server, four nodes per switch",
          ({ servers }) => new Set(servers.map((node) => Math.floor(node / 4))).size,
          placement.title.startsWith("clustered")
            ? printedAs("four to a switch: 2", 2, 0)
            : printedAs("each on a distinct switch: 8", 8, 0),
        ),
    ],
  ]),
  figures: {
    is: "placements",
    title: "I/O and application mappings, 64 nodes",
    caption: "nodes in ascending order, grouped by first-level switch; arrows: nodes that inject I/O traffic",
    placements: drawnPlacements(ioPlacements),
  },
  tolerance,
  notes: [nodeNumberNote],
  documents: ioPlacements,
});

export const qsnetFigure8 = exhibit("qsnet", "Figure 8", "Section 4.7", {
  title: "Two jobs, each on half of the machine, on server nodes or on other nodes",
  lede: ({ numberOf }) => {
    const overlap = (index: number) => numberOf(`overlap ${twoJobPlacements[index].title}`);
    return `With shared servers the compute job runs on ${overlap(0)} of the 8 servers in case 1c, on ${overlap(2)} in case 1i, and on ${overlap(4)} with distributed servers; with dedicated servers, on none.`;
  },
  ...rowsBySubject(twoJobPlacements, tableLineOf, [
    [
      series("ranks", "Nodes of each job", "equal for the compute job and the I/O job"),
      (placement) =>
        countCell(
          placement,
          "terminals of the compute job, if equal to those of the I/O job",
          ({ compute, clients }) => (compute.length === clients.length ? compute.length : NaN),
          printed(placement.application === "shared" ? "32" : "28"),
        ),
    ],
    [
      series("servers", "Servers"),
      (placement) => countCell(placement, "terminals that clients write to", ({ servers }) => servers.length, printed("8")),
    ],
    [
      series("overlap", "Servers on which the compute job runs"),
      (placement) => countCell(placement, "terminals of the compute job that are servers", sharedServerCount),
    ],
  ]),
  figures: {
    is: "placements",
    title: "Both jobs, 64 nodes",
    caption: "nodes in ascending order, grouped by first-level switch; arrows: nodes that inject I/O traffic",
    placements: drawnPlacements(twoJobPlacements),
  },
  tolerance,
  notes: [
    nodeNumberNote,
    ...notesOf({
      "in the source: 1c and 1i":
        "1c: the compute job runs on the first half of the machine, and the I/O job on the half with the clustered servers. 1i: the I/O job runs on the first half. With distributed servers both halves are equivalent, and the paper draws one case.",
    }),
  ],
  documents: twoJobPlacements,
});
