import { integer, number } from "../base/params.ts";
import { buildTree, closShape } from "../network/tree-shapes.ts";
import { topology } from "./contract.ts";
import { treeFacts } from "./tree-facts.ts";

export const clos = topology({
  id: "clos",
  title: "Clos network",
  article: "a",
  group: "Trees",
  summary: "Leaves and spines of one sort of switch, as many as its ports allow.",
  source: "Clos (Bell Syst. Tech. J. 32, 1953); Al-Fares, Loukissas, Vahdat (SIGCOMM 2008), §3",
  params: {
    ports: integer({
      title: "Ports",
      symbol: "k",
      word: "#-port switches",
      help: "Ports of every switch, an even number.",
      min: 2,
      max: 512,
      default: 8,
    }),
    levels: integer({
      title: "Levels",
      word: "# levels",
      help: "Leaves and spines, or with cores above them.",
      min: 2,
      max: 3,
      default: 2,
    }),
    oversubscription: number({
      title: "Oversubscription",
      word: "# : 1 oversubscribed",
      help: "Links down of a leaf for each link up, at most.",
      min: 1,
      max: 64,
      step: 1,
      default: 1,
    }),
  },
  phrase: "{title} of {ports} in {levels}, {oversubscription}",
  examples: [
    { ports: 6 },
    { ports: 4, levels: 3 },
    { ports: 8, oversubscription: 3 },
    { ports: 8, levels: 3, oversubscription: 3 },
    { ports: 10, oversubscription: 1.5 },
    { ports: 6, levels: 3, oversubscription: 2 },
    { ports: 8, oversubscription: 64 },
    { ports: 2 },
    { ports: 64 },
    { ports: 16, levels: 3 },
  ],
  check: ({ ports }) =>
    ports % 2 === 0
      ? []
      : [
          {
            path: "ports",
            message: `${ports} ports have no halves, one for links down and one for links up.`,
            remedy: `Use ${ports - 1} or ${ports + 1}.`,
            nearest: ports - 1,
          },
        ],
  expect: ({ ports, levels, oversubscription }) => treeFacts(closShape(ports, levels, oversubscription)),
  build: ({ ports, levels, oversubscription }) => buildTree(closShape(ports, levels, oversubscription)),
  next: (name, { ports }, isUp) => (name === "ports" ? (ports as number) + (isUp ? 2 : -2) : null),
});
