import { integer } from "../../base/params.ts";
import { NetworkBuilder } from "../../network/builder.ts";
import {
  checkGroups,
  globalLinks,
  globalLinkCounts,
  tieredAxes,
  unpluggedGlobalPorts,
  switchPartsWithSpare,
} from "../../network/group-shapes.ts";
import { groupCut } from "../group-cut.ts";
import { linkParts, mergeSwitchParts, terminalLinkPart } from "../../network/bill-of-materials.ts";
import { terminalsNearBalance } from "../balance.ts";
import { defineTopology } from "../contract.ts";

/**
 * Group i has leaves 2 i s … 2 i s + s − 1, followed by its spines, so that a group has consecutive numbers. Ports of a leaf: p terminals,
 * then the spines in order. Ports of a spine: the leaves in order, then its global links in the order of their groups.
 *
 * Every leaf is linked to every spine of its group, and some spine has a link to any other group. Two leaves are therefore never further
 * apart than leaf – spine – spine – leaf, however few groups there are.
 */
export const megafly = defineTopology({
  id: "megafly",
  title: "Megafly",
  article: "a",
  group: "Low diameter",
  summary:
    "Groups of leaves and spines, with a link from each leaf to each spine; the groups are fully connected by links between spines. Also known as Dragonfly+.",
  source: "Flajslik, Borch, Parker (ISC 2018), §2; Dragonfly+: Shpiner et al. (HiPINEB 2017)",
  params: {
    p: integer({
      title: "Terminals",
      symbol: "p",
      help: "Terminals attached to each leaf; p = s = h is balanced.",
      min: 1,
      max: 64,
      default: 2,
    }),
    s: integer({ title: "Spines", symbol: "s", help: "Spines of a group; it has the same number of leaves.", min: 1, max: 64, default: 4 }),
    h: integer({ title: "Global links", symbol: "h", help: "Global links of each spine, to other groups.", min: 1, max: 64, default: 2 }),
    g: integer({
      title: "Groups",
      symbol: "g",
      word: "# groups|# group",
      zero: "full size",
      help: "Number of groups, at most s · h + 1. 0: this maximum. With fewer groups, the global links are distributed evenly over them.",
      min: 0,
      max: 4097,
      default: 0,
    }),
  },
  phrase: "{title} of {g} with {p}, {s} and {h}",
  examples: [
    { p: 1, s: 2, h: 2 },
    {},
    { p: 2, s: 2, h: 2 },
    { p: 3, s: 3, h: 3 },
    { p: 4, s: 4, h: 4 },
    { p: 2, s: 4, h: 2, g: 5 },
    { p: 1, s: 3, h: 3, g: 7 },
    { p: 2, s: 3, h: 1, g: 1 },
    { p: 1, s: 1, h: 4 },
  ],
  check: ({ s, h, g }) => checkGroups(s, h, g),
  // The minimum number of groups, and more groups than a single spine reaches. h is at most s, because a spine receives traffic from s
  // leaves only.
  *designsOfSize({ terminals, maxTerminals, ports }) {
    for (let s = 2; s <= 64 && s < ports; s++) {
      for (const h of [Math.floor(s / 2), s]) {
        for (const p of terminalsNearBalance(s)) {
          const g = Math.ceil(terminals / (s * p));
          const fits = Math.max(p, h) <= 64 && s + Math.max(p, h) <= ports && s * p * g <= maxTerminals;
          if (fits && g > h + 1 && g <= s * h + 1) yield { p, s, h, g };
        }
      }
    }
  },
  /**
   * Counts, distances and narrow cuts of a Megafly in closed form: g groups of s leaves and s spines. Each leaf has p terminals and a link
   * to each spine of its group; each spine has h links to other groups.
   */
  expectedFacts(values) {
    const { p, s, h } = values;
    const g = groupCount(values);
    const { perPair, remainder } = globalLinkCounts(s, h, g);
    const leaves = g * s;
    const terminals = p * leaves;
    const [local, global] = [g * s * s, (g * (perPair * (g - 1) + remainder)) / 2];
    return {
      terminals,
      switches: 2 * leaves,
      links: terminals + local + global,
      parts: {
        switches: mergeSwitchParts([
          { level: -1, ports: p + s, count: leaves },
          ...switchPartsWithSpare(s + h, leaves, unpluggedGlobalPorts(s, h, g)),
        ]),
        links: linkParts([
          terminalLinkPart(terminals),
          { name: "local", isTerminal: false, count: local },
          { name: "global", isTerminal: false, count: global },
        ]),
        terminals,
      },
      diameter: g > 1 ? 5 : s > 1 ? 4 : p > 1 ? 2 : 0,
      // Channels to a terminal of the same leaf, of another leaf of the group, and of another group: 2, 4 and 5.
      meanDistance: terminals > 1 ? (2 * (p - 1) + 4 * p * (s - 1) + 5 * p * s * (g - 1)) / (terminals - 1) : 0,
      cuts: [{ terminals: p, channels: s, hasConsecutiveTerminals: true }, ...(g > 1 ? [groupCut(s, h, g, p)] : [])],
      axes: tieredAxes(s, g),
      regular: true,
      forwards: false,
    };
  },
  /**
   * Builds a Megafly: g groups of s leaves and s spines. Each leaf has p terminals and a link to each spine of its group; each spine has h
   * ports for links to other groups. The coordinates of a node are its group, its tier (0 for leaves, 1 for spines) and its place in the
   * tier.
   */
  build(values) {
    const { p, s, h } = values;
    const g = groupCount(values);
    const { perPair, remainder } = globalLinkCounts(s, h, g);
    const terminals = p * s * g;
    const net = new NetworkBuilder(
      terminals,
      2 * s * g,
      terminals + g * s * s + (g * (perPair * (g - 1) + remainder)) / 2,
      tieredAxes(s, g),
    );
    const setCoordinates = (node: number, coordinates: readonly [group: number, tier: number, place: number]) =>
      coordinates.forEach((coordinate, axis) => net.setCoordinate(node, axis, coordinate));
    const leaf = (group: number, place: number) => terminals + 2 * group * s + place;
    const spine = (group: number, place: number) => leaf(group, place) + s;
    const terminalLink = net.linkClass("terminal");
    const local = net.linkClass("local");
    // The nodes of each group and their terminals; then the links within groups, and those between them.
    for (let group = 0, terminal = 0; group < g; group++) {
      for (let place = 0; place < s; place++) {
        setCoordinates(leaf(group, place), [group, 0, place]);
        setCoordinates(spine(group, place), [group, 1, place]);
        net.setPorts(leaf(group, place) - terminals, p + s);
        net.setPorts(spine(group, place) - terminals, s + h);
        for (const endOfTerminals = terminal + p; terminal < endOfTerminals; terminal++) {
          setCoordinates(terminal, [group, 0, place]);
          net.connect(terminal, leaf(group, place), terminalLink);
        }
      }
    }
    for (let group = 0; group < g; group++) {
      for (let i = 0; i < s; i++) for (let j = 0; j < s; j++) net.connect(leaf(group, i), spine(group, j), local);
    }
    const global = net.linkClass("global");
    /** The node of a spine, given by its index among all spines. */
    const spineAt = (index: number) => spine(Math.floor(index / s), index % s);
    for (const [spineA, spineB] of globalLinks(s, h, g)) net.connect(spineAt(spineA), spineAt(spineB), global);
    return net.finish();
  },
});

const groupCount = ({ s, h, g }: { readonly s: number; readonly h: number; readonly g: number }) => (g === 0 ? s * h + 1 : g);
