/** Which nodes are taken for terminals, and what is told of it. */
import { expect, test } from "vitest";
import { Telling } from "../../src/formats/told.ts";
import { whoIsATerminal } from "../../src/formats/who-is-a-terminal.ts";

type Links = readonly (readonly [number, number])[];

/** Terminals as a text of 1 and 0, and the guesses. */
function decide(ids: readonly string[], links: Links, says: readonly (string | undefined)[] = ids.map(() => undefined)) {
  const tell = new Telling();
  const found = whoIsATerminal(ids, links, says, tell);
  return { found: found.map(Number).join(""), guesses: tell.told(1).guesses };
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
    guesses: ["No type is said of 2 of 4 nodes: these are taken for switches."],
  });
  expect(decide(["a", "b", "c", "d"], star, [undefined, undefined, undefined, "spine"]).found).toBe("1110");
  expect(decide(["a", "b", "c", "d"], star, ["host", undefined, "core", undefined]).found).toBe("1100");
});

test("types that say nothing of it are as good as none", () => {
  expect(decide(["a", "b", "c", "d"], star, ["x", "node", "x", "y"]).guesses).toEqual([
    "By hanging on one link only, 3 of 4 nodes are taken for terminals.",
  ]);
});

test("names decide where they divide the nodes", () => {
  expect(decide(["h1", "h2", "nid0003", "leaf1"], star)).toEqual({
    found: "1110",
    guesses: ['By names such as "h1", 3 of 4 nodes are taken for terminals.'],
  });
  expect(decide(["rack1-node1", "rack1-node2", "s2-host", "rack1-switch"], star).found).toBe("1110");
  // A host of two adapters: links do not say it.
  expect(decide(["host 0", "sw 1", "sw 2", "sw 3"], ring).found).toBe("1000");
});

test("names do not decide where all are alike, or hosts would be linked to hosts", () => {
  expect(decide(["node0", "node1", "node2", "node3"], ring).found).toBe("0000");
  expect(decide(["h0", "h1", "s2", "s3"], ring).found).toBe("0000");
});

test("nodes on one link are terminals where they are half of all", () => {
  const pairs: Links = [...ring, [0, 4], [1, 5], [2, 6], [3, 7]];
  expect(decide(["0", "1", "2", "3", "4", "5", "6", "7"], pairs).found).toBe("00001111");
  expect(decide(["0", "1", "2", "3", "4", "5", "6"], pairs.slice(0, 7)).found).toBe("0000000");
  // A switch may hang on one link, too.
  expect(decide(["leaf1", "leaf2", "leaf3", "spine1"], star).found).toBe("0000");
  // A line of two: neither hangs on the other.
  expect(decide(["0", "1"], [[0, 1]]).found).toBe("00");
  // Of parallel links, each counts.
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
    guesses: ["No node says that it is a terminal: all are taken for switches."],
  });
  expect(decide([], [])).toEqual({ found: "", guesses: [] });
});
