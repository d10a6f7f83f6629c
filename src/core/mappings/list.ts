import { integer, list as listOf } from "../base/params.ts";
import { defineMapping } from "./contract.ts";

export const listMapping = defineMapping({
  id: "list",
  title: "listed",
  article: "",
  summary: "A list of terminals, one for each rank.",
  source: "this program",
  params: {
    terminals: listOf(
      integer({ title: "Terminal", help: "Number of a terminal.", isTerminalNumber: true, min: 0, max: 65535, default: 0 }),
      {
        title: "Terminals",
        help: "Terminal of rank 0, of rank 1 and so on, each named once.",
        minLength: 1,
        maxLength: 10_000,
        separator: ", ",
        default: [0, 1],
      },
    ),
  },
  phrase: "{title} terminals {terminals}",
  examples: [{}, { terminals: [3, 1, 2, 0] }],
  readsCoordinates: false,
  namesTerminals: true,
  places: ({ terminals }, { present }) => participatingOf(terminals, present).length,
  /** Checks a list with the terminal of each rank: all terminals must exist, and none may be listed twice. */
  check({ terminals: listed }, { terminals }) {
    const unknownIndex = listed.findIndex((terminal) => terminal >= terminals);
    if (unknownIndex >= 0) {
      return [
        {
          path: `terminals.${unknownIndex}`,
          message: `terminal ${listed[unknownIndex]} does not exist; there are ${terminals} terminals, 0 to ${terminals - 1}.`,
          remedy: `Use ${terminals - 1} or less.`,
          nearest: terminals - 1,
        },
      ];
    }
    const seenTerminals = new Set<number>();
    // A terminal that has been seen does not enlarge the set.
    const duplicateIndex = listed.findIndex((terminal) => seenTerminals.size === seenTerminals.add(terminal).size);
    if (duplicateIndex < 0) return [];
    return [
      {
        path: `terminals.${duplicateIndex}`,
        message: `terminal ${listed[duplicateIndex]} is named twice; a terminal holds one rank.`,
        remedy: "Name each terminal once.",
      },
    ];
  },
  compile: ({ terminals }, ranks, { present }) => Int32Array.from(participatingOf(terminals, present).slice(0, ranks)),
});

/** The listed terminals that participate. */
function participatingOf(terminals: readonly number[], present: Int32Array | undefined): readonly number[] {
  if (present === undefined) return terminals;
  const participants = new Set(present);
  return terminals.filter((terminal) => participants.has(terminal));
}
