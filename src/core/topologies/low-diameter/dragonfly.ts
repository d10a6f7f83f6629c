import { integer } from "../../base/params.ts";
import { NetworkBuilder } from "../../network/builder.ts";
import {
  checkGroups,
  globalLinks,
  globalLinkCounts,
  groupAxes,
  unpluggedGlobalPorts,
  switchPartsWithSpare,
} from "../../network/group-shapes.ts";
import { groupCut } from "../group-cut.ts";
import { linkParts, terminalLinkPart } from "../../network/bill-of-materials.ts";
import { terminalsNearBalance } from "../balance.ts";
import { defineTopology } from "../contract.ts";

/**
 * Switch s of group i has number i a + s. Its ports: p terminals, the other switches of the group in order, and its global links in the
 * order of their groups.
 */
export const dragonfly = defineTopology({
  id: "dragonfly",
  title: "dragonfly",
  article: "a",
  group: "Low diameter",
  summary:
    "Groups of fully connected switches; the groups are fully connected by global links, so no minimal path has more than one global link.",
  source: "Kim, Dally, Scott, Abts (ISCA 2008), §3",
  params: {
    p: integer({
      title: "Terminals",
      symbol: "p",
      help: "Terminals attached to each switch; a = 2p = 2h is balanced.",
      min: 1,
      max: 64,
      default: 2,
    }),
    a: integer({ title: "Switches", symbol: "a", help: "Switches of a group, fully connected.", min: 1, max: 128, default: 4 }),
    h: integer({ title: "Global links", symbol: "h", help: "Global links of each switch, to other groups.", min: 1, max: 64, default: 2 }),
    g: integer({
      title: "Groups",
      symbol: "g",
      word: "# groups|# group",
      help: "Number of groups, at most a · h + 1. With fewer groups, the global links are distributed evenly over them.",
      min: 1,
      max: 8193,
      default: 9,
    }),
  },
  phrase: "{title} of {g} with {a}, {p} and {h}",
  examples: [
    { p: 1, a: 3, h: 1, g: 4 },
    {},
    { p: 4, a: 8, h: 4, g: 33 },
    { p: 2, a: 4, h: 2, g: 5 },
    { p: 2, a: 4, h: 2, g: 6 },
    { p: 1, a: 3, h: 3, g: 7 },
    { p: 2, a: 3, h: 1, g: 3 },
    { p: 3, a: 5, h: 1, g: 1 },
    { p: 1, a: 1, h: 4, g: 5 },
    { p: 4, a: 16, h: 4, g: 64 },
  ],
  check: ({ a, h, g }) => checkGroups(a, h, g),
  // The minimum number of groups. If every switch reached all other groups, the network would be equivalent to rows of a HyperX.
  *designsOfSize({ terminals, maxTerminals, ports }) {
    for (let h = 1; h <= 64 && 2 * h < ports; h++) {
      for (const a of [h, 2 * h, 4 * h]) {
        for (const p of a < 3 || a > 128 ? [] : terminalsNearBalance(h)) {
          const g = Math.ceil(terminals / (a * p));
          const fits = p <= 64 && p + a - 1 + h <= ports && a * p * g <= maxTerminals;
          if (fits && g > h + 1 && g <= a * h + 1) yield { p, a, h, g };
        }
      }
    }
  },
  /**
   * Counts, distances and narrow cuts of a dragonfly in closed form: g groups of a fully connected switches, each with p terminals and h
   * links to other groups. Every two groups are joined by `perPair` links; each group has `remainder` more.
   */
  expectedFacts({ p, a, h, g }) {
    const switches = a * g;
    const terminals = p * switches;
    const { perPair, remainder } = globalLinkCounts(a, h, g);
    const sum = sumOfDistances(a, h, g);
    const [local, global] = [(g * a * (a - 1)) / 2, (g * (perPair * (g - 1) + remainder)) / 2];
    // Links between the two most distant switches: local – global – local, if groups have several switches and there are several groups.
    const farthest = a === 1 ? Math.min(g - 1, 1) : g === 1 ? 1 : 3;
    return {
      terminals,
      switches,
      links: terminals + local + global,
      parts: {
        switches: switchPartsWithSpare(p + a - 1 + h, switches, unpluggedGlobalPorts(a, h, g)),
        links: linkParts([
          terminalLinkPart(terminals),
          { name: "local", isTerminal: false, count: local },
          { name: "global", isTerminal: false, count: global },
        ]),
        terminals,
      },
      diameter: sum === null ? null : terminals > 1 ? 2 + farthest : 0,
      meanDistance: sum === null ? null : terminals > 1 ? 2 + (p * sum) / (terminals - 1) : 0,
      cuts: [
        { terminals: p, channels: a - 1 + h, channelsToOtherPart: Math.max(1, Math.min(h, perPair + 1)), hasConsecutiveTerminals: true },
        ...(g > 1 ? [groupCut(a, h, g, p)] : []),
      ],
      axes: groupAxes(a, g),
      regular: true,
      forwards: false,
    };
  },
  /**
   * Builds a dragonfly: g groups of a fully connected switches, each with p terminals and h ports for links to other groups. Ports of a
   * switch: terminals, switches of its group, global links.
   */
  build({ p, a, h, g }) {
    const switches = a * g;
    const terminals = p * switches;
    const { perPair, remainder } = globalLinkCounts(a, h, g);
    const links = terminals + (g * a * (a - 1)) / 2 + (g * (perPair * (g - 1) + remainder)) / 2;
    const net = new NetworkBuilder(terminals, switches, links, groupAxes(a, g));
    const terminalLink = net.linkClass("terminal");
    for (let switchIndex = 0; switchIndex < switches; switchIndex++) {
      const group = Math.floor(switchIndex / a);
      net.setPorts(switchIndex, p + a - 1 + h);
      net.setCoordinate(terminals + switchIndex, 0, group);
      net.setCoordinate(terminals + switchIndex, 1, switchIndex % a);
      for (let terminal = switchIndex * p; terminal < (switchIndex + 1) * p; terminal++) {
        net.setCoordinate(terminal, 0, group);
        net.setCoordinate(terminal, 1, switchIndex % a);
        net.connect(terminal, terminals + switchIndex, terminalLink);
      }
    }
    const local = net.linkClass("local");
    for (let switchIndex = 0; switchIndex < switches; switchIndex++) {
      for (let otherSwitch = switchIndex + 1; otherSwitch % a !== 0; otherSwitch++)
        net.connect(terminals + switchIndex, terminals + otherSwitch, local);
    }
    const global = net.linkClass("global");
    for (const [switchA, switchB] of globalLinks(a, h, g)) net.connect(terminals + switchA, terminals + switchB, global);
    return net.finish();
  },
});

/**
 * Sum of the distances, in links, from one switch to all others, averaged over the switches; null if there is no closed form. With one link
 * between every two groups, the link to the group at offset d joins switch σ = ⌊(d − 1) / h⌋ here with switch a − 1 − σ there. The a
 * switches there are at distance 1 + [s ≠ σ] + [t ≠ a − 1 − σ], in total a h (3a − 2), plus a − 1 within the group. Two consecutive global
 * links lead back to the same index s in other groups, at offsets up to h − 1 in both directions. These 2 (h − 1) switches are at distance
 * 2 instead of 3, unless s is the first or the last.
 */
function sumOfDistances(a: number, h: number, g: number): number | null {
  if (g === 1) return a - 1;
  if (g !== a * h + 1) return null;
  const shorter = a > 2 ? (2 * (h - 1) * (a - 2)) / a : 0;
  return a - 1 + a * h * (3 * a - 2) - shorter;
}
