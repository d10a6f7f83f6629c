import { integer } from "../base/params.ts";
import { definePermutationBy } from "./permutations.ts";

export const tornado = definePermutationBy({
  id: "tornado",
  title: "tornado",
  article: "",
  summary:
    "Each terminal sends almost half-way around the ring of all T terminals, to source + ⌈T/2⌉ − 1 modulo T, or does so in every digit of its number.",
  source: "Dally, Towles (2004), §3.2",
  params: {
    radix: integer({
      title: "Radix",
      word: "digits of radix #",
      help: "Terminal numbers are written in this radix, and every digit moves half-way around, as in a torus with this number of switches per dimension. 0: all terminals form one ring.",
      min: 0,
      max: 65536,
      default: 0,
    }),
  },
  phrase: "{title}",
  examples: [{}, { radix: 4 }],
  reasonUnsupported: (terminals) => (terminals > 2 ? null : `needs at least three terminals; this network has ${terminals}`),
  check({ radix }, terminals) {
    if (radix === 0 || (radix > 2 && isPower(terminals, radix))) return [];
    return [
      {
        path: "radix",
        message:
          radix < 3
            ? `in radix ${radix} no digit can change; expected 3 or more, or 0 for a single ring.`
            : `${terminals} terminals are not a power of ${radix}, so some numbers in this radix have no terminal.`,
        remedy: "Use 0 for a single ring.",
        nearest: 0,
      },
    ];
  },
  destinations({ radix }, terminals) {
    const size = radix === 0 ? terminals : radix;
    const step = Math.ceil(size / 2) - 1;
    return Int32Array.from({ length: terminals }, (_, source) => {
      let destination = 0;
      for (let weight = 1; weight < terminals; weight *= size) {
        destination += ((Math.floor(source / weight) + step) % size) * weight;
      }
      return destination;
    });
  },
});

function isPower(count: number, radix: number): boolean {
  while (count > 1 && count % radix === 0) count /= radix;
  return count === 1;
}
