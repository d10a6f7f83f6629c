import { type Field, galoisField, largestField, primeBaseOf } from "../../base/galois.ts";
import { NetworkBuilder } from "../../network/builder.ts";
import type { Axis } from "../../network/network.ts";
import { linkParts, terminalLinkPart } from "../../network/bill-of-materials.ts";
import { isNearBalance } from "../balance.ts";
import { defineTopology } from "../contract.ts";
import { checkOrder, maxTerminalsOfSwitch, orderParam, type FieldOrder, balancedTerminalsParam } from "./field-order.ts";

/** δ in q = 4w + δ: −1, 0 or 1. */
const residueOf = (q: number) => ((q + 1) % 4) - 1;
/** Links of a switch to other switches, k′ in the paper. q of these links lead to the other half of the switches. */
const degreeOf = (q: number) => (3 * q - residueOf(q)) / 2;
const terminalsPerSwitch = ({ q, p }: FieldOrder) => (p > 0 ? p : Math.ceil(degreeOf(q) / 2));
const axesOf = (q: number): readonly Axis[] => [
  { name: "half", kind: "part", size: 2 },
  { name: "group", kind: "part", size: q },
  { name: "switch", kind: "position", size: q },
];

/**
 * The graphs of McKay, Miller and Širáň in the form of Hafner. Switch (s, a, b) of half s has the number s q² + a q + b; a and b are
 * elements of GF(q). Its ports: the terminals, the switches of its group in the order of b, then the other half in the order of groups.
 */
export const slimFly = defineTopology({
  id: "slim-fly",
  title: "Slim Fly",
  article: "a",
  group: "Low diameter",
  summary:
    "Two halves of groups, with a link from each switch to one switch of every group of the other half: any two switches are at most two links apart.",
  source: "Besta, Hoefler (SC 2014), §II; McKay, Miller, Širáň (J. Combinatorial Theory B 74, 1998)",
  params: { q: orderParam(3, 5), p: balancedTerminalsParam },
  phrase: "{title} of {q} with {p}",
  examples: [{ q: 3, p: 1 }, { q: 5 }, { q: 3, p: 2 }, { q: 4, p: 1 }, { q: 7 }, { q: 8, p: 2 }, { q: 9, p: 1 }, { q: 19 }],
  // Every prime power except 2 = 4w + 2 has the required form, so only the existence of the field is checked.
  check: (values) => checkOrder(values, 3, countsOf),
  *designsOfSize({ terminals, maxTerminals, ports }) {
    for (let q = 3; q <= largestField && 2 * q * q <= maxTerminals && degreeOf(q) < ports; q++) {
      const p = Math.ceil(terminals / (2 * q * q));
      const fits = p <= maxTerminalsOfSwitch && p + degreeOf(q) <= ports && 2 * q * q * p <= maxTerminals;
      if (fits && primeBaseOf(q) !== null && isNearBalance(p, degreeOf(q) / 2)) yield { q, p };
    }
  },
  /**
   * Counts, distances and narrow cuts of a Slim Fly in closed form: two halves of q groups of q switches, each switch with p terminals. Any
   * two switches are at most two links apart.
   */
  expectedFacts(values) {
    const { q } = values;
    const [p, degree, switches] = [terminalsPerSwitch(values), degreeOf(q), 2 * q * q];
    const terminals = p * switches;
    const switchesAtDistance2 = switches - 1 - degree;
    return {
      ...countsOf(values),
      switches,
      parts: {
        switches: [{ level: -1, ports: p + degree, count: switches }],
        links: linkParts([
          terminalLinkPart(terminals),
          { name: "local", isTerminal: false, count: q * q * (degree - q) },
          { name: "global", isTerminal: false, count: q ** 3 },
        ]),
        terminals,
      },
      diameter: 4,
      meanDistance: (2 * (p - 1) + 3 * p * degree + 4 * p * switchesAtDistance2) / (terminals - 1),
      // Only two of these graphs have no triangle. For q = 5 no two switches have two common neighbors; for q = 4 some have.
      ofSwitches: { diameter: 2, meanDistance: 2 - degree / (switches - 1), girth: q === 5 ? 5 : q === 4 ? 4 : 3 },
      cuts: [
        { terminals: p, channels: degree, channelsToOtherPart: 1, hasConsecutiveTerminals: true },
        { terminals: terminals / 2, channels: q ** 3, hasConsecutiveTerminals: true },
      ],
      axes: axesOf(q),
      regular: true,
      forwards: false,
    };
  },
  /**
   * Builds a Slim Fly over GF(q). Switch (half, a, b) is switch b of group a. Switches of a group are linked if the difference of their b
   * is in the generator set of their half; switches of different halves are linked if they satisfy a linear equation.
   */
  build(values) {
    const { q } = values;
    const { terminals, links } = countsOf(values);
    const [p, degree, switches] = [terminalsPerSwitch(values), degreeOf(q), 2 * q * q];
    const net = new NetworkBuilder(terminals, switches, links, axesOf(q));
    const terminalLink = net.linkClass("terminal");
    for (let s = 0, terminal = 0; s < switches; s++) {
      const coordinates = [Math.floor(s / (q * q)), Math.floor(s / q) % q, s % q];
      net.setPorts(s, p + degree);
      coordinates.forEach((value, axis) => net.setCoordinate(terminals + s, axis, value));
      for (const endOfTerminals = terminal + p; terminal < endOfTerminals; terminal++) {
        coordinates.forEach((value, axis) => net.setCoordinate(terminal, axis, value));
        net.connect(terminal, terminals + s, terminalLink);
      }
    }
    const { add, mul, negative, ...powersOfField } = galoisField(q);
    const local = net.linkClass("local");
    generatorSets(powersOfField).forEach((differences, half) => {
      const isGenerator = new Uint8Array(q);
      for (const step of differences) isGenerator[step] = 1;
      for (let a = 0; a < q; a++) {
        const firstOfGroup = terminals + (half * q + a) * q;
        for (let b = 0; b < q; b++) {
          for (let c = b + 1; c < q; c++)
            if (isGenerator[add[b * q + negative[c]]] === 1) net.connect(firstOfGroup + b, firstOfGroup + c, local);
        }
      }
    });
    // Switch (0, x, y) and switch (1, m, c) are linked if y = m x + c.
    const global = net.linkClass("global");
    for (let x = 0; x < q; x++) {
      for (let y = 0; y < q; y++) {
        for (let m = 0; m < q; m++) {
          const c = add[y * q + negative[mul[m * q + x]]];
          net.connect(terminals + x * q + y, terminals + (q + m) * q + c, global);
        }
      }
    }
    return net.finish();
  },
});

function countsOf(values: FieldOrder) {
  const { q } = values;
  const terminals = 2 * q * q * terminalsPerSwitch(values);
  return { terminals, links: terminals + q * q * degreeOf(q) };
}

/** The generator sets X and X′: differences between linked switches of a group, in one half and in the other. */
function generatorSets({ q, powers }: Pick<Field, "q" | "powers">): readonly (readonly number[])[] {
  const count = (q - residueOf(q)) / 2;
  const evenCount = residueOf(q) === -1 ? count / 2 : count;
  // Even powers of ξ; for q = 4w − 1, odd powers from ξ^(2w − 1) on. The set is then closed under negation.
  const exponents = Array.from({ length: count }, (_, i) => (i < evenCount ? 2 * i : 2 * i - 1));
  return [0, 1].map((offset) => exponents.map((exponent) => powers[(exponent + offset) % (q - 1)]));
}
