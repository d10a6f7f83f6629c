/** Tests of the decision which nodes are terminals, and of its reported reasons. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DiagnosticsCollector } from "../../src/formats/diagnostics.ts";
import { classifyTerminals } from "../../src/formats/classify-nodes.ts";
import { cases } from "../effort.ts";
import { expectWording } from "../wording/wording.ts";

type Links = readonly (readonly [number, number])[];
type Names = readonly (string | undefined)[];

/** The decision as a text of 1 (terminal) and 0, and the guesses. */
function decide(ids: Names, links: Links, declaredTypes: Names = ids.map(() => undefined)) {
  const diagnostics = new DiagnosticsCollector();
  const found = classifyTerminals(ids, links, declaredTypes, diagnostics);
  return { found: found.map(Number).join(""), guesses: diagnostics.summary(1).guesses };
}

const star: Links = [
  [0, 3],
  [1, 3],
  [2, 3],
];
const ring: Links = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 0],
];

test("what the text says is believed, and is no guess", () => {
  expect(decide(["a", "b", "c", "h1"], star, ["host", "Server", "compute node", "switch"])).toEqual({ found: "1110", guesses: [] });
});

test("where one kind alone is said, the others are of the other", () => {
  expect(decide(["a", "b", "c", "d"], star, ["host", undefined, "host", undefined])).toEqual({
    found: "1010",
    guesses: ["The file gives no type for 2 of 4 nodes: they are read as switches."],
  });
  expect(decide(["a", "b", "c", "d"], star, [undefined, undefined, undefined, "spine"]).found).toBe("1110");
  expect(decide(["a", "b", "c", "d"], star, ["host", undefined, "core", undefined]).found).toBe("1100");
});

test("types that say nothing of it are as good as none", () => {
  expectWording(decide(["a", "b", "c", "d"], star, ["x", "node", "x", "y"]).guesses, "3 … 4 nodes");
});

test("names decide where they divide the nodes", () => {
  expect(decide(["h1", "h2", "nid0003", "leaf1"], star)).toEqual({
    found: "1110",
    guesses: ['Because of names such as "h1", 3 of 4 nodes are read as terminals.'],
  });
  expect(decide(["rack1-node1", "rack1-node2", "s2-host", "rack1-switch"], star).found).toBe("1110");
  // Hosts with two adapters: the links do not show that they are hosts, but their neighbors' names do.
  expect(decide(["host 0", "sw 1", "host 2", "sw 3"], ring).found).toBe("1010");
  expect(decide(["server01", "rail-1", "server02", "rail-2"], ring).found).toBe("1010");
});

test("a letter behind a word makes a family as a number does, beside numbered families", () => {
  const two: Links = [
    [0, 1],
    [0, 2],
    [1, 3],
    [4, 5],
    [4, 6],
    [5, 7],
  ];
  for (const [a, b] of ["hostA hostB", "serverX serverY", "nodea nodeb", "host-a host-b", "clientQ client7"].map((pair) => pair.split(" ")))
    expect(decide(["sw1", "sw2", "h1", "h2", "swA", "swB", a, b], two).found).toBe("00110011");
  // A single name (hostB) counts next to a family of names (h1, h2). Other words that end in a capital letter (switchA, coreC) do not
  // count.
  expect(decide(["h1", "h2", "hostB", "sw1"], star).found).toBe("1110");
  expect(decide(["switchA", "switchB", "coreC", "spine1"], star).found).toBe("0000");
});

test("places on the map are no terminals by their links, but may be by names", () => {
  const onMap = (names: Names, isOnMap: (node: number) => boolean) =>
    classifyTerminals(
      names,
      star,
      names.map(() => undefined),
      new DiagnosticsCollector(),
      null,
      isOnMap,
    )
      .map(Number)
      .join("");
  expect(onMap(["Cork", "Delft", "Evora", "Bryne"], () => true)).toBe("0000");
  expect(onMap(["Cork", "Delft", "Evora", "Bryne"], () => false)).toBe("1110");
  expect(onMap(["Cork", "Delft", "Evora", "Bryne"], (n) => n === 3)).toBe("1110");
  expect(onMap(["h1", "h2", "h3", "Bryne"], () => true)).toBe("1110");
});

test("names do not decide where they are no family", () => {
  expect(decide(["host 0", "sw 1", "sw 2", "sw 3"], ring).found).toBe("0000");
  expect(decide(["Server A", "Bravo", "Server C", "Delta"], ring).found).toBe("0000");
  expect(decide(["t1", "a1", "t2", "a2"], ring).found).toBe("0000");
  // Only two of the five nodes with one link are named as hosts, too few to conclude that such nodes are hosts.
  const stubs: Links = [...ring, [0, 4], [0, 5], [1, 6], [1, 7], [2, 8], [3, 9], [9, 10], [9, 0], [10, 3]];
  expect(decide(["a", "b", "c", "d", "h1", "h2", "e", "f", "g", "i", "j"], stubs).found).toBe("00000000000");
});

test("names do not decide where all are alike, or hosts would be linked to hosts", () => {
  expect(decide(["node0", "node1", "node2", "node3"], ring).found).toBe("0000");
  expect(decide(["h0", "h1", "s2", "s3"], ring).found).toBe("0000");
});

test("nodes on one link are terminals where they are half of all", () => {
  const pairs: Links = [...ring, [0, 4], [1, 5], [2, 6], [3, 7]];
  expect(decide(["0", "1", "2", "3", "4", "5", "6", "7"], pairs).found).toBe("00001111");
  expect(decide(["0", "1", "2", "3", "4", "5", "6"], pairs.slice(0, 7)).found).toBe("0000000");
  // A switch may also have only one link.
  expect(decide(["leaf1", "leaf2", "leaf3", "spine1"], star).found).toBe("0000");
  // A line of two: neither node is attached to the other.
  expect(decide(["0", "1"], [[0, 1]]).found).toBe("00");
  // Each of several parallel links counts.
  expect(
    decide(
      ["0", "1"],
      [
        [0, 1],
        [0, 1],
      ],
    ).found,
  ).toBe("00");
});

test("where nothing helps, all are switches, and it is said", () => {
  expect(decide(["0", "1", "2", "3"], ring)).toEqual({
    found: "0000",
    guesses: ["No node is marked as a terminal: all nodes are read as switches."],
  });
  expect(decide([], [])).toEqual({ found: "", guesses: [] });
});

test("one sample does not decide for all", () => {
  const rest = [undefined, undefined, undefined];
  // A single host has no other host to send to, so it is read as a switch.
  expect(decide(["a", "b", "c", "d"], ring, ["host", ...rest]).found).toBe("0000");
  // Nodes that are linked to each other are no terminals, even if another node has the name of a switch.
  expect(decide(["a", "b", "c", "d"], ring, ["core", ...rest]).found).toBe("0000");
});

test("without the hosts between them, switches fall apart: then these are no hosts", () => {
  const line: Links = Array.from({ length: 8 }, (_, n) => [n, n + 1] as const);
  const names = ["a1", "node1", "a2", "node2", "a3", "node3", "a4", "node4", "a5"];
  expect(decide(names, line).found).toBe("000000000");
  // Without hosts, two planes have no connection, but each plane connects all hosts.
  const planes: Links = [0, 1, 2, 3].flatMap((host): Links => [
    [host, 4],
    [host, 5],
  ]);
  expect(decide(["node1", "node2", "node3", "node4", "plane1", "plane2"], planes).found).toBe("111100");
});

/** A ring of switches with chords, so that no switch has only one link. The S switches are named `0` to `S − 1`. */
const anyRing = fc.integer({ min: 3, max: 12 }).chain((switches) =>
  fc.array(fc.tuple(fc.nat(switches - 1), fc.nat(switches - 1)), { maxLength: 8 }).map((chords) => ({
    switches,
    links: [
      ...Array.from({ length: switches }, (_, n): readonly [number, number] => [n, (n + 1) % switches]),
      ...chords.filter(([a, b]) => a !== b),
    ],
  })),
);
/** Names of places in several scripts that contain something like a word for terminals. */
const anyPlaceName = fc
  .tuple(
    fc.constantFrom("", "", "N. ", "S. ", "T. ", "H-", "St. ", "n. ", "R. "),
    fc.constantFrom(
      "Málaga",
      "Montre\u0301al",
      "Orléans",
      "Ústí",
      "İzmir",
      "Tørshavn",
      "Αθήνα",
      "東京",
      "Київ",
      "San José",
      "Nˊhost́",
      "Łódź",
    ),
    fc.constantFrom("", "", "-T", " N", " (h)", "-H", " s", "'n", " n.L.", "/T"),
  )
  .map((parts) => parts.join(""));

describe("over all graphs and names", () => {
  const runs = { numRuns: cases(300) };

  test("names of places decide nothing, and neither do ids of nodes without a name", () =>
    fc.assert(
      fc.property(
        anyRing,
        fc.array(fc.option(anyPlaceName, { nil: undefined, freq: 4 }), { minLength: 12, maxLength: 12 }),
        ({ switches, links }, names) => {
          const ids = Array.from({ length: switches }, (_, n) => (n === 0 ? "host" : `n${n}`));
          const diagnostics = new DiagnosticsCollector();
          const silent = ids.map(() => undefined);
          expect(classifyTerminals(names.slice(0, switches), links, silent, diagnostics, ids)).toEqual(ids.map(() => false));
        },
      ),
      runs,
    ));

  test("a family of names on one link each are terminals, whatever the rest is called, and in any order", () =>
    fc.assert(
      fc.property(
        anyRing,
        fc.array(fc.nat(11), { minLength: 2, maxLength: 12 }),
        fc.constantFrom("h", "node", "server-", "rack1-n", "Host ", "gpu_", "équipe-host"),
        fc.array(fc.option(anyPlaceName, { nil: undefined }), { minLength: 12, maxLength: 12 }),
        fc.array(fc.nat(), { minLength: 24, maxLength: 24 }),
        ({ switches, links }, homes, family, names, keys) => {
          const all = [...names.slice(0, switches), ...homes.map((_, t) => `${family}${t + 1}`)];
          const hung: Links = [...links, ...homes.map((home, t) => [home % switches, switches + t] as const)];
          const isTerminal = all.map((_, n) => n >= switches);
          expect(decide(all, hung).found).toBe(isTerminal.map(Number).join(""));
          const order = [...all.keys()].toSorted((a, b) => keys[a] - keys[b]);
          const shuffled = decide(
            order.map((n) => all[n]),
            hung.map(([a, b]) => [order.indexOf(b), order.indexOf(a)] as const),
          );
          expect(shuffled.found).toBe(order.map((n) => Number(isTerminal[n])).join(""));
        },
      ),
      runs,
    ));

  test("whatever is guessed, two terminals can send to each other, or all are switches", () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 1, maxLength: 16 }),
        fc.array(fc.constantFrom("h1", "h2", "h3", "node 1", "node 2", "host a", "leaf1", "s2", "s3", "Town", "n7"), {
          minLength: 10,
          maxLength: 10,
        }),
        fc.array(fc.constantFrom(undefined, undefined, undefined, undefined, undefined, "host", "switch"), {
          minLength: 10,
          maxLength: 10,
        }),
        (pairs, names, words) => {
          const links = pairs.filter(([a, b]) => a !== b);
          const declaredTypes = words.filter((word) => word !== undefined).length > 4 ? words.map(() => undefined) : words;
          const found = decide(names, links, declaredTypes).found;
          if (!found.includes("1") || links.length === 0) return;
          const isTerminal = [...found].map((sign) => sign === "1");
          const forwards = links.some(([a, b]) => isTerminal[a] && isTerminal[b]);
          /** Number of terminals that packets of a terminal can reach. */
          const reached = (from: number) => {
            const seen = new Set([from]);
            for (const node of seen) {
              if (node !== from && isTerminal[node] && !forwards) continue;
              for (const [a, b] of links) if (a === node || b === node) seen.add(a === node ? b : a);
            }
            return [...seen].filter((node) => isTerminal[node]).length;
          };
          expect(Math.max(...[...found].map((_, node) => (isTerminal[node] ? reached(node) : 0)))).toBeGreaterThan(1);
        },
      ),
      runs,
    ));
});
