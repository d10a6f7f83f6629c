import { integer, list as listOf } from "../base/params.ts";
import { mapping } from "./contract.ts";

export const list = mapping({
  id: "list",
  title: "listed",
  article: "",
  summary: "A list of terminals, one for each rank.",
  source: "this program",
  params: {
    terminals: listOf(integer({ title: "Terminal", help: "Number of a terminal.", isTerminal: true, min: 0, max: 65535, default: 0 }), {
      title: "Terminals",
      help: "Terminal of rank 0, of rank 1 and so on, each named once.",
      minLength: 1,
      maxLength: 10_000,
      separator: ", ",
      default: [0, 1],
    }),
  },
  phrase: "{title} terminals {terminals}",
  examples: [{}, { terminals: [3, 1, 2, 0] }],
  readsCoordinates: false,
  namesTerminals: true,
  places: ({ terminals }, { present }) => listedOf(terminals, present).length,
  check({ terminals: places }, { terminals }) {
    const outside = places.findIndex((place) => place >= terminals);
    if (outside >= 0) {
      return [
        {
          path: `terminals.${outside}`,
          message: `terminal ${places[outside]} does not exist; there are ${terminals}, 0 to ${terminals - 1}.`,
          remedy: `Use ${terminals - 1} or less.`,
          nearest: terminals - 1,
        },
      ];
    }
    const seen = new Set<number>();
    const again = places.findIndex((place) => seen.size === seen.add(place).size);
    if (again < 0) return [];
    return [
      {
        path: `terminals.${again}`,
        message: `terminal ${places[again]} is named twice; a terminal holds one rank.`,
        remedy: "Name each terminal once.",
      },
    ];
  },
  compile: ({ terminals }, ranks, { present }) => Int32Array.from(listedOf(terminals, present).slice(0, ranks)),
});

/** The listed terminals that participate. */
function listedOf(terminals: readonly number[], present: Int32Array | undefined): readonly number[] {
  if (present === undefined) return terminals;
  const own = new Set(present);
  return terminals.filter((terminal) => own.has(terminal));
}
