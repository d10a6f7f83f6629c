import { refuse } from "../base/errors.ts";
import { choice } from "../base/params.ts";
import { axisOf, coordinate, type Network } from "../network/network.ts";
import type { CompiledRouting } from "../plan/routing.ts";
import { routing } from "./contract.ts";
import { byFlow, type Hashed, hashedFrom, hashedOutput, hashedSource, isHashed, sprayed } from "./hashed.ts";

export const rail = routing({
  id: "rail",
  title: "rail",
  article: "",
  summary: "Along one rail, up and down its switches; to another rail through a host, first or last, or through the spines.",
  source: `Wang et al. (arXiv 2307.12169); PXN: NVIDIA NCCL 2.12; ${hashedSource}`,
  params: {
    other: choice({
      title: "Other rails",
      help: "How a packet for another host gets to another rail.",
      default: "first",
      choices: [
        {
          id: "first",
          title: "host first (PXN)",
          help: "First to the accelerator of its own host that is on the destination’s rail, then along that rail.",
        },
        { id: "last", title: "host last", help: "Along its own rail to the destination’s host, and on inside of that." },
        { id: "spines", title: "spines", help: "Up to a spine that joins the rails, and down to the destination." },
      ],
    }),
    ways: choice({
      title: "Ways",
      help: "How a packet chooses among links that lead on.",
      default: "adaptive",
      choices: [
        { id: "adaptive", title: "adaptive", help: "Any of them." },
        {
          id: "destination",
          title: "by destination (d-mod-k)",
          help: "At a leaf, the destination’s place on its own leaf mod the links up; above, the number of its leaf.",
        },
        byFlow,
        sprayed,
      ],
    }),
  },
  phrase: "{title} routing with {other}",
  examples: [
    {},
    { other: "last" },
    { other: "spines" },
    { ways: "destination" },
    { other: "last", ways: "by-flow" },
    { other: "spines", ways: "destination" },
    { ways: "sprayed" },
  ],
  elsewhere: "nearest-common-ancestor",
  needs({ axes, regular }) {
    if (!axes.some(({ kind }) => kind === "rail")) return "needs rails or planes above hosts; this network has none";
    return regular ? null : "cannot go around faults; shortest paths and up*/down* can";
  },
  // Steps inside a host come first or last, and a path goes up and then down between them, so no cycle closes.
  canDeadlock: () => null,
  compile({ other, ways }, network, seed = 0) {
    if (other === "spines" && !areJoined(network)) {
      const message = "no spine joins the rails of this network: the way from one to another is through a host.";
      refuse("routing.other", message, "Go through the host first.", "first");
    }
    const along = alongRails(network, other, ways);
    if (!isHashed(ways)) return along;
    const hashed = hashedFrom(ways, seed, () => alongRails(network, other, "adaptive"));
    const { begin: own } = along;
    const draw = hashed.begin!;
    return { ...along, ...hashed, ...(own === undefined ? {} : { begin: (from, to, d) => draw(from, to, d) | own(from, to, 0) }) };
  },
});

/** Whether some switches serve all rails. */
function areJoined(network: Network): boolean {
  const { terminals, switches } = network;
  const [railAxis, level] = [axisOf(network, "rail"), axisOf(network, "level")];
  for (let n = terminals; n < terminals + switches; n++) {
    if (coordinate(network, n, level) >= 0 && coordinate(network, n, railAxis) < 0) return true;
  }
  return false;
}

type Ways = "adaptive" | "destination" | Hashed;

/**
 * The routing, from tables of the leaves below each switch. Switches above the same leaves through the same ports share a table, so there
 * are few tables. A state is the rail that a packet keeps until the last step, below 256; 0 if it is not needed.
 */
function alongRails(network: Network, other: "first" | "last" | "spines", ways: Ways): CompiledRouting {
  const { terminals, firstOut, head, reverse } = network;
  const { hostOf, railOf, rails, terminalAt, tree, treeLinks, inside, leafOf, leafRank, upsOf, downsOf, lists } = railsIn(network);
  let maxCandidates = ways === "adaptive" ? treeLinks : 1;
  if (ways === "adaptive") for (let i = 0; i < lists.length; i += lists[i] + 1) maxCandidates = Math.max(maxCandidates, lists[i]);
  /** The channel from a terminal to the switch of its host, or to another terminal of its host. */
  const within = (at: number, to: number) => {
    const first = inside[at];
    if (head[first] >= terminals) return first;
    return first + railOf[to] - (railOf[to] > railOf[at] ? 1 : 0);
  };
  const isHash = isHashed(ways);
  /** Writes the links between a terminal and its leaf: all of them, or the chosen one. */
  const amongLinks = (at: number, first: number, to: number, state: number, out: Int32Array) => {
    if (ways === "adaptive") {
      for (let i = 0; i < treeLinks; i++) out[i] = first + i;
      return treeLinks;
    }
    out[0] = first + (treeLinks === 1 ? 0 : isHash ? hashedOutput(at, state, treeLinks) : hostOf[to] % treeLinks);
    return 1;
  };
  return {
    classes: 1,
    maxCandidates,
    ...(other === "last" ? { begin: (from: number) => railOf[from], draws: 1 } : {}),
    route(at, to, state, out) {
      const host = hostOf[to];
      if (hostOf[at] >= 0) {
        // The packet is at a terminal or at the switch of a host.
        const goal = hostOf[at] === host ? to : terminalAt[hostOf[at] * rails + railOf[to]];
        if (at >= terminals) out[0] = reverse[inside[goal]];
        else if (hostOf[at] === host || (other === "first" && goal !== at)) out[0] = within(at, goal);
        else return amongLinks(at, tree[at], to, state, out);
        return 1;
      }
      const goal = other === "last" ? terminalAt[host * rails + (state & 255)] : to;
      const leaf = leafOf[goal];
      if (at === leaf) return amongLinks(at, reverse[tree[goal]], to, state, out);
      const list = leafRank[at] >= 0 ? -1 : downsOf(at, leafRank[leaf]);
      const i = list >= 0 ? list : upsOf[at];
      const count = lists[i];
      const first = firstOut[at];
      if (ways === "adaptive") {
        for (let port = 0; port < count; port++) out[port] = first + lists[i + 1 + port];
        return count;
      }
      const isAboveLeaf = leafRank[at] < 0 && list < 0;
      const number = isHash
        ? hashedOutput(at, state, count)
        : (isAboveLeaf ? leafRank[leaf] : (reverse[tree[goal]] - firstOut[leaf]) / treeLinks) % count;
      out[0] = first + lists[i + 1 + number];
      return 1;
    },
  };
}

/** Lookup tables of a rail network. */
interface Rails {
  /** [N] Host and rail of a node, −1 if none. */
  readonly hostOf: Int32Array;
  readonly railOf: Int32Array;
  readonly rails: number;
  /** [hosts × rails] Terminal of each host and rail. */
  readonly terminalAt: Int32Array;
  /** [T] First channel of a terminal to its leaf, and its first channel within its host. */
  readonly tree: Int32Array;
  readonly inside: Int32Array;
  /** Links of a terminal to its leaf. */
  readonly treeLinks: number;
  /** [T] Leaf of a terminal. */
  readonly leafOf: Int32Array;
  /** [N] Index of a leaf among all leaves; −1 for other nodes. */
  readonly leafRank: Int32Array;
  /** [N] Index in {@link portLists} of the list of a node's up ports. */
  readonly upsOf: Int32Array;
  /** Index in {@link portLists} of the list of ports that lead down from a switch to a leaf; −1 if there is none. */
  downsOf(at: number, rank: number): number;
  /** Lists of ports, each as its length followed by the ports. */
  readonly lists: Int32Array;
}

/** Computes the tables. Leaves come first, then the other switches level by level, so that the ranges of lower switches are known. */
function railsIn(network: Network): Rails {
  const { terminals, switches, firstOut, head, axes } = network;
  const nodes = terminals + switches;
  const along = (kind: "host" | "rail" | "level") => {
    const axis = axisOf(network, kind);
    return Int32Array.from({ length: nodes }, (_, n) => coordinate(network, n, axis));
  };
  const [hostOf, railOf, levelOf] = [along("host"), along("rail"), along("level")];
  const rails = axes[axisOf(network, "rail")].size;
  const terminalAt = new Int32Array(axes[axisOf(network, "host")].size * rails);
  const [tree, inside, leafOf] = [new Int32Array(terminals), new Int32Array(terminals), new Int32Array(terminals)];
  for (let t = 0; t < terminals; t++) {
    terminalAt[hostOf[t] * rails + railOf[t]] = t;
    for (let c = firstOut[t + 1] - 1; c >= firstOut[t]; c--) {
      if (levelOf[head[c]] >= 0) tree[t] = c;
      else inside[t] = c;
    }
    leafOf[t] = head[tree[t]];
  }
  const ofFirst = head.subarray(firstOut[0], firstOut[1]);
  const treeLinks = ofFirst.reduce((sum, to) => sum + (to === leafOf[0] ? 1 : 0), 0);
  const leafRank = new Int32Array(nodes).fill(-1);
  let leaves = 0;
  const order: number[] = [];
  for (let n = terminals; n < nodes; n++) {
    if (levelOf[n] === 0) leafRank[n] = leaves++;
    if (levelOf[n] > 0) order.push(n);
  }
  order.sort((a, b) => levelOf[a] - levelOf[b]);

  // Lists of ports are stored once, even if many switches share them.
  const lists: number[] = [];
  const known = new Map<string, number>();
  const listOf = (ports: readonly number[]) => {
    const key = ports.join();
    const found = known.get(key) ?? lists.push(ports.length, ...ports) - ports.length - 1;
    known.set(key, found);
    return found;
  };
  // Leaves below a switch: a range of leaf indices, with the index of the port list for each leaf. A leaf is below itself.
  const covers: { readonly first: number; readonly ports: readonly number[] }[] = [];
  const coverOf = new Int32Array(nodes).fill(-1);
  for (let n = terminals; n < nodes; n++) if (leafRank[n] >= 0) coverOf[n] = covers.push({ first: leafRank[n], ports: [0] }) - 1;
  const alike = new Map<string, number>();
  for (const n of order) {
    const below: (readonly [port: number, cover: number])[] = [];
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) if (levelOf[head[c]] < levelOf[n]) below.push([c - firstOut[n], coverOf[head[c]]]);
    const key = below.join();
    let cover = alike.get(key);
    if (cover === undefined) {
      cover = covers.push(coverAbove(below)) - 1;
      alike.set(key, cover);
    }
    coverOf[n] = cover;
  }
  function coverAbove(below: readonly (readonly [port: number, cover: number])[]) {
    const reached = below.map(([, cover]) => covers[cover]);
    const first = reached.reduce((least, each) => Math.min(least, each.first), leaves);
    const end = reached.reduce((most, each) => Math.max(most, each.first + each.ports.length), 0);
    const ports: number[][] = Array.from({ length: Math.max(0, end - first) }, () => []);
    below.forEach(([port], i) => {
      const each = reached[i];
      each.ports.forEach((list, rank) => {
        if (list >= 0) ports[each.first + rank - first].push(port);
      });
    });
    return { first, ports: ports.map((each) => (each.length > 0 ? listOf(each) : -1)) };
  }
  // Up ports of every switch, then the ranges as flat arrays.
  const upsOf = new Int32Array(nodes);
  for (let n = terminals; n < nodes; n++) {
    const ups: number[] = [];
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) if (levelOf[n] >= 0 && levelOf[head[c]] > levelOf[n]) ups.push(c - firstOut[n]);
    upsOf[n] = listOf(ups);
  }
  const starts = new Int32Array(covers.length + 1);
  covers.forEach(({ ports: each }, i) => (starts[i + 1] = starts[i] + each.length));
  const firsts = Int32Array.from(covers, ({ first }) => first);
  const ports = Int32Array.from(covers.flatMap((each) => each.ports));
  return {
    hostOf,
    railOf,
    rails,
    terminalAt,
    tree,
    treeLinks,
    inside,
    leafOf,
    leafRank,
    upsOf,
    downsOf(at, rank) {
      const cover = coverOf[at];
      const place = rank - firsts[cover];
      return place >= 0 && place < starts[cover + 1] - starts[cover] ? ports[starts[cover] + place] : -1;
    },
    lists: Int32Array.from(lists),
  };
}
