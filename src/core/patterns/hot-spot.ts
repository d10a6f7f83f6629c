import { integer, number } from "../base/params.ts";
import { uniformBelow } from "../base/random.ts";
import { definePattern } from "./contract.ts";

export const hotSpot = definePattern({
  id: "hot-spot",
  title: "hot spot",
  article: "",
  summary: "A fraction of all packets goes to one hot terminal, the rest uniformly to all others; the hot terminal itself sends uniformly.",
  source: "Pfister, Norton (IEEE Trans. Computers C-34, 1985); Petrini et al. (QsNET), §4.5",
  params: {
    share: number({
      title: "Hot share",
      word: "#",
      help: "Fraction of each sender's packets that go to the hot terminal, in addition to its share of the uniform traffic.",
      min: 0,
      max: 1,
      step: 0.05,
      default: 0.2,
    }),
    terminal: integer({
      title: "Hot terminal",
      word: "terminal #",
      isTerminalNumber: true,
      help: "The terminal that receives the hot share of the packets.",
      min: 0,
      max: 65535,
      default: 0,
    }),
  },
  phrase: "{title} ({share} to {terminal})",
  examples: [{ share: 0.5 }, { share: 1, terminal: 3 }],
  isPermutation: false,
  onRanks: (values, rankOf) => ({ ...values, terminal: rankOf(values.terminal, "terminal") }),
  reasonUnsupported: (terminals) => (terminals > 1 ? null : "needs at least two terminals"),
  check: ({ terminal }, terminals) =>
    terminal < terminals
      ? []
      : [
          {
            path: "terminal",
            message: `terminal ${terminal} does not exist; there are ${terminals} terminals, 0 to ${terminals - 1}.`,
            remedy: `Use ${terminals - 1} or less.`,
            nearest: terminals - 1,
          },
        ],
  compile({ share, terminal }, terminals) {
    const threshold = Math.floor(share * 65536);
    return (source, draw) => {
      // The upper half of the draw decides whether the packet goes to the hot terminal. Otherwise the hash of the whole draw decides the
      // destination.
      if (source !== terminal && draw >>> 16 < threshold) return terminal;
      const other = uniformBelow(Math.imul(draw, 0x9e3779b1) >>> 0, terminals - 1);
      return other >= source ? other + 1 : other;
    };
  },
  share:
    ({ share, terminal }, terminals) =>
    (source, destination) => {
      if (source === destination) return 0;
      const uniform = 1 / (terminals - 1);
      if (source === terminal) return uniform;
      const hot = Math.floor(share * 65536) / 65536;
      return (1 - hot) * uniform + (destination === terminal ? hot : 0);
    },
});
