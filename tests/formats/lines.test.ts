/** Tests of line-based network formats, with texts as their programs print them. */
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Format, ReadResult, ReadNetwork } from "../../src/formats/contract.ts";
import { readText } from "../../src/formats/index.ts";
import { adjacencyMatrix } from "../../src/formats/network/adjacency-matrix.ts";
import { anynet } from "../../src/formats/network/anynet.ts";
import { edgeList } from "../../src/formats/network/edge-list.ts";
import { deviceName } from "../../src/formats/network/device-name.ts";
import { ibnetdiscover } from "../../src/formats/network/ibnetdiscover.ts";
import { ns3 } from "../../src/formats/network/ns3.ts";
import { slurmConf } from "../../src/formats/network/slurm-conf.ts";
import { slurmYaml } from "../../src/formats/network/slurm-yaml.ts";
import { cases, isThorough, thoroughTest } from "../effort.ts";
import { expectWording, refusalOf } from "../wording/wording.ts";

// The YAML library is loaded on demand.
await slurmYaml.fetch?.();

/** Number of terminals, switches and links. */
const counts = ({ network }: ReadResult) => [
  network?.nodes.filter(({ isTerminal }) => isTerminal).length,
  network?.nodes.filter(({ isTerminal }) => !isTerminal).length,
  network?.links.length,
];
const noteTexts = ({ notes }: ReadResult) => notes.map(({ line, why }) => `${line}: ${why}`);
const linkEnds = ({ network }: ReadResult) => network!.links.map(({ a, b }) => `${network!.nodes[a].id}-${network!.nodes[b].id}`);
const read = (format: Format, ...lines: readonly string[]) => format.read(lines.join("\n"));
const writtenText = (format: Format, network: ReadNetwork) => format.write!({ network });

describe("rows of neighbours", () => {
  const graphs = fc
    .tuple(
      fc.integer({ min: 4, max: 12 }),
      fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 20 }),
      fc.constantFrom("", "sw", "leaf-"),
    )
    .map(([nodes, chords, prefix]) => {
      const ring = Array.from({ length: nodes }, (_, n): [number, number] => [n, (n + 1) % nodes]);
      const pairs = [...ring, ...chords.map(([a, b]): [number, number] => [a % nodes, b % nodes])].filter(([a, b]) => a !== b);
      const once = new Map(pairs.map(([a, b]) => [`${Math.min(a, b)} ${Math.max(a, b)}`, [Math.min(a, b), Math.max(a, b)] as const]));
      return { nodes, pairs: [...once.values()], name: (n: number) => `${prefix}${n}` };
    });

  test("are read as links, each once, however they are written", () => {
    fc.assert(
      fc.property(graphs, fc.constantFrom(" ", ": ", "\t"), fc.boolean(), ({ nodes, pairs, name }, after, isTwice) => {
        const rows = Array.from({ length: nodes }, (_, n) => {
          const near = pairs.flatMap(([a, b]) => (a === n ? [b] : isTwice && b === n ? [a] : []));
          return near.length === 0 ? name(n) + after.trim() : name(n) + after + near.map(name).join(after === "\t" ? "\t" : " ");
        });
        const reading = edgeList.read(`${rows.join("\n")}\n`);
        const key = (a: string, b: string) => [a, b].toSorted().join("-");
        expect(
          reading.network!.links.map(({ a, b }) => key(reading.network!.nodes[a].id, reading.network!.nodes[b].id)).toSorted(),
        ).toEqual(pairs.map(([a, b]) => key(name(a), name(b))).toSorted());
        expect(noteTexts(reading)).toEqual([]);
        expect(edgeList.confidenceOf(rows.join("\n"))).toBeGreaterThan(0.3);
      }),
      { numRuns: cases(100) },
    );
  });

  test("are not seen in a list of links with weights, nor in sentences", () => {
    expect(linkEnds(read(edgeList, "0 1 4", "1 2 7", "2 3 9", "3 0 4"))).toEqual(["0-1", "1-2", "2-3", "3-0"]);
    expect(linkEnds(read(edgeList, "a b 10", "b c", "c a 7"))).toEqual(["a-b", "b-c", "c-a"]);
    expect(edgeList.confidenceOf("the cluster is down\nagain and we\nare sorry\n")).toBeLessThan(0.3);
  });
});

describe("a list of links without heads and with unequal rows", () => {
  const star = (quantity: (n: number) => string) =>
    Array.from({ length: 8 }, (_, n) => `h${n + 1} sw${1 + (n % 3)}${quantity(n)}`).concat("sw1 sw2", "sw2 sw3");

  test("is a list of links whichever rows leave out a quantity, with any unit and separator", () => {
    const quantities = fc.constantFrom("10Gbps", "100G", "40GE", "4xNDR", "25Gb/s", "5ns", "3m", "10");
    const gaps = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(quantities, gaps, fc.constantFrom(" ", ",", "\t", ";"), (quantity, has, separator) => {
        fc.pre(has.filter(Boolean).length > 1);
        const text = star((n) => (has[n] ? ` ${quantity}` : ""))
          .join("\n")
          .replaceAll(" ", separator);
        expect(edgeList.confidenceOf(text)).toBeGreaterThan(0.3);
        const { network, notes } = edgeList.read(text);
        expect(network!.nodes.map(({ id }) => id).toSorted()).toEqual([..."12345678"].map((n) => `h${n}`).concat("sw1", "sw2", "sw3"));
        expect(network!.links).toHaveLength(10);
        expect(notes).toEqual([]);
      }),
      { numRuns: cases(100) },
    );
  });

  test("says which rates are missing, and takes a quantity by its unit", () => {
    const reading = read(edgeList, "sw1 sw2", "sw2 sw3 10Gbps 5ns", "sw3 sw1 5ns", "h1 sw1 10Gbps", "h2 sw2 10Gbps,");
    expect(reading.network!.links.map(({ rate, length }) => [rate, length])).toEqual([
      [undefined, undefined],
      [1.25e9, { seconds: 5e-9 }],
      [undefined, { seconds: 5e-9 }],
      [1.25e9, undefined],
      [1.25e9, undefined],
    ]);
    expectWording(reading.guesses, "rate is missing … 2 lines: 1, 3");
    expect(noteTexts(reading)).toEqual([]);
  });

  test("says the rows that are not read as they are, and leaves out those that are no links", () => {
    const reading = read(
      edgeList,
      "sw1 sw2 10Gbps",
      "sw2 sw3",
      "sw3 sw1 10Gbps 5ns extra words",
      "sw4",
      "sw4 is not in use",
      "h1 sw1 10Gbps",
      "h2 sw2 10Gbps,",
      "h3 sw3 10Gbps",
      "h4 sw4 10Gbps",
      "sw4 sw1 10Gbps",
    );
    expect(counts(reading)).toEqual([4, 4, 8]);
    expect(noteTexts(reading)).toEqual([
      '3: has "extra words" besides its quantities: only the link is read',
      "5: is not a link: expected two nodes, then quantities",
    ]);
  });

  test("is recognised below heads with rows that end early", () => {
    expect(edgeList.confidenceOf("from,to,rate\na,b,1G\nb,c\nc,d\nd,a,1G\n")).toBeGreaterThan(0.9);
  });

  test("is refused with the lines that are no links where they are most", async () => {
    const { refused } = await readText("sw1 sw2 10G\nsw2 sw3 10G\n\nthis line says that\nanother one says something\nyes it is so\n");
    expectWording(refused, "3 lines: 4, 5, 6 … Give each line two nodes … 10Gbps");
  });
});

describe("a list of links among other rows", () => {
  test("has counts above it", () => {
    expect(counts(read(edgeList, "5 5", "0 1", "1 2", "2 3", "3 4", "4 0"))).toEqual([0, 5, 5]);
    expect(counts(read(edgeList, "5 5", "1 2 10", "2 3 10", "3 4 10", "4 5 10", "5 1 10"))).toEqual([0, 5, 5]);
    // The first line is a link like any other.
    expect(counts(read(edgeList, "3 4", "0 1", "1 2", "2 3", "4 0"))).toEqual([0, 5, 5]);
  });

  test("has its nodes before it or behind it, with heads or without", () => {
    const nodes = ["a", "b", "c", "d"];
    const links = ["a b", "b c", "c d", "d a"];
    for (const lines of [
      [...nodes, ...links],
      [...links, ...nodes],
    ]) {
      const reading = read(edgeList, ...lines);
      expect(counts(reading)).toEqual([0, 4, 4]);
      expect(noteTexts(reading)).toEqual([]);
      expect(edgeList.confidenceOf(lines.join("\n"))).toBeGreaterThan(0.3);
    }
    const tables = ["id,xpos,ypos", "a,1,2", "b,2,3", "c,4,5", "", "source,target,rate", "a,b,10G", "b,c,10G", "c,a,10G"];
    expect(counts(read(edgeList, ...tables))).toEqual([0, 3, 3]);
  });

  test("is none if it falls apart into pairs", () => {
    const { refused } = read(edgeList, "1 562 247", "2 450 409", "3 986 214", "4 831 708");
    expectWording(refused, "8 nodes … 4 unconnected parts");
    expect(read(edgeList, "from,to", "1,562", "2,450", "3,986", "4,831").refused).toBeNull();
  });
});

describe("an edge list", () => {
  test("has its columns by their heads, with units in heads or cells", () => {
    const reading = read(
      edgeList,
      "Source,Target,Type,Id,Bandwidth (Gb/s),cable_length_m,link kind",
      "h1,s1,Undirected,0,100,2,copper",
      'h2,s1,Undirected,1,40,"1,5 km",',
      "s1,s2,Undirected,2,200 GB/s,30,fibre",
    );
    expect(reading.network!.links).toEqual([
      { a: 0, b: 1, rate: 12.5e9, length: { metres: 2 }, kind: "copper" },
      { a: 2, b: 1, rate: 5e9 },
      { a: 1, b: 3, rate: 200e9, length: { metres: 30 }, kind: "fibre" },
    ]);
    expect(noteTexts(reading)).toEqual(['3: has "1,5 km" as its length']);
    expect(reading.columns!.assigned).toEqual({ from: 0, to: 1, rate: 4, length: 5, kind: 6 });
  });

  test.each([
    ["a b", "c d"],
    ["a\tb", "c\td"],
    ["a;b", "c;d"],
    ["a -- b", "c -> d"],
    ["# from to", "a b", "% and", "c d"],
    ["a,b,{'weight': 3}", "c,d,{}"],
    ["a b {'weight': 3, 'color': 'a b'}", "c d {'weight': 3, 'color': 'a b'}"],
    ["from,to", "a,b", "c,d"],
    ["node1|node2", "a|b", "c|d"],
    ["to from", "b a", "d c"],
  ])("without heads begins with its ends: %j", (...lines) => {
    const reading = read(edgeList, ...lines);
    expect(linkEnds(reading)).toEqual(["a-b", "c-d"]);
    expect(reading.unread).toBe(0);
  });

  test.each([
    "src_node,dst_node,capacity_gbps",
    "Node A,Node Z,Bandwidth (Gb/s)",
    "Local Device,Remote Device,linkSpeed[Gbit/s]",
    "endpoint1,endpoint2,GBit/s",
    "switchA,switchB,rate Gbps",
    "Device,Neighbor,Speed (Gbps)",
  ])("knows heads as people write them: %s", (head) => {
    const reading = read(edgeList, head, "x,y,100");
    expect(reading.network!.links).toEqual([{ a: 0, b: 1, rate: 12.5e9 }]);
    expect(edgeList.confidenceOf(`${head}\nx,y,100\n`)).toBeGreaterThan(0.9);
  });

  test("has names and ports of both ends by their heads", () => {
    const reading = read(edgeList, "Local Device;Local Port;Remote Device;Remote Interface;cable length (m)", "x;1;y;Eth7;2,5");
    expect(reading.network!.links).toEqual([{ a: 0, b: 1, aPort: 1, bPort: 7, length: { metres: 2.5 } }]);
  });

  test("has ports in their columns, and a cable listed from both sides is one", () => {
    const reading = read(edgeList, "s1 1 s2 7", "s1 2 s2 8", "s2 7 s1 1", "s2 8 s1 2");
    expect(reading.network!.links).toEqual([
      { a: 0, b: 1, aPort: 1, bPort: 7 },
      { a: 0, b: 1, aPort: 2, bPort: 8 },
    ]);
  });

  test("of which most links stand twice has each once; links side by side in one direction are several", () => {
    const twice = read(edgeList, "a,b", "b,a", "b,c", "c,b", "c,d");
    expect(linkEnds(twice)).toEqual(["a-b", "b-c", "c-d"]);
    expect(twice.guesses).toContainEqual(
      "Most links are listed twice, once from each end: each is read once, also the 1 pair listed from one end only.",
    );
    expect(linkEnds(read(edgeList, "a,b", "a,b", "b,c"))).toEqual(["a-b", "a-b", "b-c"]);
    expect(linkEnds(read(edgeList, "a,b", "b,a", "b,c", "c,d", "d,e"))).toHaveLength(5);
  });

  test("of Cytoscape has what kind a link is between its ends (SIF)", () => {
    const sif = read(edgeList, "h1 on leaf1", "h2 on leaf1", "leaf1 under spine1");
    expect(linkEnds(sif)).toEqual(["h1-leaf1", "h2-leaf1", "leaf1-spine1"]);
    expect(sif.network!.links.map(({ kind }) => kind)).toEqual(["on", "on", "under"]);
    // Without a node that occurs in both columns, the second column is the other end.
    expect(linkEnds(read(edgeList, "h1 leaf1 copper", "h2 leaf2 copper"))).toEqual(["h1-leaf1", "h2-leaf2"]);
  });

  test("passes over a first column that numbers its rows", () => {
    const rows = ["0,sw1,sw2,100", "1,sw2,sw3,100", "2,sw3,sw1,100"];
    expect(linkEnds(read(edgeList, "Nr,Switch,Nachbar,Gb/s", ...rows))).toEqual(["sw1-sw2", "sw2-sw3", "sw3-sw1"]);
    // Nodes may also be consecutive numbers.
    expect(linkEnds(read(edgeList, "u,v,w", "0,1,5", "1,2,5", "2,3,5"))).toEqual(["0-1", "1-2", "2-3"]);
    expect(linkEnds(read(edgeList, "aa,bb,Gb/s", "0,1,5", "1,2,5", "2,3,5"))).toEqual(["0-1", "1-2", "2-3"]);
  });

  test("says that its ends are guessed where no heads tell them", () => {
    const guessed = "No headings name the columns of the two ends of a link: the first free columns are used.";
    expect(read(edgeList, "SUID,Betweenness,name", "84,3,a (pp) b", "85,3,b (pp) c").guesses).toContain(guessed);
    expect(read(edgeList, "source,target", "a,b").guesses).not.toContain(guessed);
  });

  test("may come from a spreadsheet: its separator on a separate line, heads in German", () => {
    const sheet = read(edgeList, "sep=;", "Quelle;Ziel;Länge (m);Rate (Gbit/s)", "a;b;1,5;100", "");
    expect(edgeList.confidenceOf("sep=;\r\nvon;nach\r\na;b\r\n")).toBeGreaterThan(0.9);
    expect(sheet.network!.links).toEqual([{ a: 0, b: 1, rate: 12.5e9, length: { metres: 1.5 } }]);
  });

  test("may come from an inventory, with the sides of a cable in its heads", () => {
    const netbox = read(
      edgeList,
      "Termination A Device,Termination A,Termination B Device,Termination B",
      "leaf1,Eth1,spine1,Eth3",
      "leaf2,Eth1,spine1,Eth4",
    );
    expect(linkEnds(netbox)).toEqual(["leaf1-spine1", "leaf2-spine1"]);
    expect(linkEnds(read(edgeList, "side_a_device,side_a_name,side_b_device,side_b_name", "l1,x,s1,y"))).toEqual(["l1-s1"]);
  });

  test("shows names without signs that turn text round", () => {
    expect(noteTexts(read(edgeList, "from,to", "a\u202eb,a\u202eb", "c,d"))).toEqual(['2: connects "a\\u202eb" to itself']);
  });

  test("says that its last line may be cut off", () => {
    const cut = "The last line has 2 of 3 cells, and no line break: the file may have been cut off.";
    expect(read(edgeList, "from,to,rate (Gb/s)", "a,b,1", "b,c,1", "c,d").guesses).toContain(cut);
    expect(read(edgeList, "from,to,rate (Gb/s)", "a,b,1", "b,c,1", "c,d", "").guesses).not.toContain(cut);
  });

  test("is known although its last row is cut off", () => {
    expect(edgeList.confidenceOf("source,target,rate\na,b,10\nb,c,10\nc,d")).toBeGreaterThan(0.9);
  });

  test("says line by line what is no link", () => {
    const reading = read(edgeList, "from,to,rate", "a,b,1 Gb/s", "c,c,1 Gb/s", ",d,", 'e,"f', "a,d,fast", "e,,");
    expect(noteTexts(reading)).toEqual([
      '3: connects "c" to itself',
      "4: names only one end",
      "5: opens a quotation mark that is not closed on the same line",
      '6: has "fast" as its rate',
    ]);
    expect(reading.network!.nodes.map(({ id }) => id)).toEqual(["a", "b", "d", "e"]);
    expect(counts(reading)[2]).toBe(2);
  });

  test("may be given the meaning of its columns", () => {
    const text = "1,a,b,40\n2,c,d,10\n";
    const reading = edgeList.read(text, { columns: { from: 1, to: 2, rate: 3 } });
    expect(linkEnds(reading)).toEqual(["a-b", "c-d"]);
    expect(reading.network!.links.map(({ rate }) => rate)).toEqual([5e9, 1.25e9]);
    expectWording(reading.guesses, "Gb/s");
    expect(reading.columns!.names).toEqual(["column 1", "column 2", "column 3", "column 4"]);
  });

  test("may stand for several links in a row, and say rates as InfiniBand has them", () => {
    const reading = read(edgeList, "from,to,links,speed", "a,b,3,4xNDR", "b,c,1,HDR", "c,d,0,EDR", "c,d,65,EDR");
    expect(counts(reading)[2]).toBe(4);
    expect(reading.network!.links[0]).toMatchObject({ rate: 50e9, kind: "4xNDR" });
    expect(reading.network!.links[3]).toMatchObject({ rate: 25e9, kind: "HDR" });
    expect(noteTexts(reading)).toEqual([
      '4: has "0" as the number of links; expected a whole number from 1 to 64',
      '5: has "65" as the number of links; expected a whole number from 1 to 64',
    ]);
  });

  test("gives a rate without a unit to each of several links", () => {
    expect(read(edgeList, "from,to,links,rate", "a,b,2,100").network!.links.map(({ rate }) => rate)).toEqual([12.5e9, 12.5e9]);
  });

  test("knows by types and names who sends and receives", () => {
    expect(counts(read(edgeList, "from,to,from type,to type", "x,y,host,switch", "z,y,host,switch"))).toEqual([2, 1, 2]);
    expect(counts(read(edgeList, "h1 s1", "h2 s1", "s1 s2"))).toEqual([2, 2, 3]);
  });

  test("of many links is read in parts, and reports each", () => {
    const links = isThorough ? 1e6 : 5e4;
    const lines = Array.from({ length: links }, (_, i) => `n${i} n${i + 1} 100 Gb/s`);
    const parts: number[] = [];
    const reading = edgeList.read(lines.join("\n"), { onProgress: (part) => parts.push(part) });
    expect(counts(reading)).toEqual([0, links + 1, links]);
    expect(parts.length).toBeGreaterThan(links / 20_000);
  });

  thoroughTest("beyond two million links is counted and refused", () => {
    const reading = edgeList.read(`from,to,links,rate\n${"1,2,64,100\n".repeat(32_800)}`);
    expect(reading.network).toBeUndefined();
    expectWording(reading.refused, "2,099,200 links … 2,097,152");
  });

  test("is not taken for what it is not", () => {
    expect(edgeList.confidenceOf("This is a text.\nIt has words, and more words than two in a line.\n")).toBeLessThan(0.1);
    expect(edgeList.confidenceOf("source,destination,bytes,time\n0,1,100,0\n")).toBeLessThan(0.3);
    expect(edgeList.confidenceOf("from,to\na,b\n")).toBeGreaterThan(0.7);
    expect(edgeList.confidenceOf("h1 s1\nh2 s1\n")).toBeGreaterThan(0.4);
    expect(edgeList.confidenceOf("")).toBe(0);
  });
});

describe("an adjacency matrix", () => {
  test.each([
    ["0 1 0", "1 0 1", "0 1 0"],
    ["0,1,0", "1,0,1", "0,1,0"],
    ["[[0 1 0]", " [1 0 1]", " [0 1 0]]"],
    ["[[0, 1, 0],", " [1, 0, 1],", " [0, 1, 0]]"],
    ["array([[0, 1, 0],", "       [1, 0, 1],", "       [0, 1, 0]])"],
    [",0,1,2", "0,0,1,0", "1,1,0,1", "2,0,1,0"],
  ])("joins who has a 1: %j", (...lines) => {
    const reading = read(adjacencyMatrix, ...lines);
    expect(linkEnds(reading)).toEqual(["0-1", "1-2"]);
    expect(reading.unread).toBe(0);
    expect(adjacencyMatrix.confidenceOf(lines.join("\n"))).toBeGreaterThan(0.8);
  });

  test("has names in its first row, its first column, or both", () => {
    for (const lines of [
      [";a;b;c", "a;0;1;0", "b;1;0;2", "c;0;2;0"],
      ["a b c", "0 1 0", "1 0 2", "0 2 0"],
      ["a\t0\t1\t0", "b\t1\t0\t2", "c\t0\t2\t0"],
      ["a b c", "a 0 1 0", "b 1 0 2", "c 0 2 0"],
    ]) {
      const reading = read(adjacencyMatrix, ...lines);
      expect(linkEnds(reading)).toEqual(["a-b", "b-c", "b-c"]);
      expect(reading.unread).toBe(0);
    }
  });

  test("of large or broken numbers has rates", () => {
    const reading = read(adjacencyMatrix, "0,100,inf", "100,0,40", "inf,40,0");
    expect(reading.network!.links).toEqual([
      { a: 0, b: 1, rate: 12.5e9 },
      { a: 1, b: 2, rate: 5e9 },
    ]);
    expectWording(reading.guesses, "Gb/s");
    expect(read(adjacencyMatrix, "0,10 GB/s", "10 GB/s,0").network!.links).toEqual([{ a: 0, b: 1, rate: 10e9 }]);
  });

  test("that is not symmetric says so", () => {
    expectWording(read(adjacencyMatrix, "0 1 0", "1 0 1", "0 0 0").guesses, "not symmetric … 1 … 2 pairs");
    expectWording(read(adjacencyMatrix, "0 1 0", "0 0 1", "0 0 0").guesses, "one half");
  });

  test("may have other rows than columns where both have names", () => {
    const reading = read(adjacencyMatrix, ",s1,s2", "h1,1,0", "h2,1,0", "h3,0,1");
    expect(linkEnds(reading)).toEqual(["h1-s1", "h2-s1", "h3-s2"]);
  });

  test("says line by line what is wrong", () => {
    expect(noteTexts(read(adjacencyMatrix, "0 1 0", "1 1 x", "0 1"))).toEqual([
      '2: has "x" in column 3, which is neither a number of links nor a rate',
      '2: connects "1" to itself',
      "3: has 2 cells; expected 3",
    ]);
    expectWording(read(adjacencyMatrix, "0 1 0", "1 0 1").refused, "2 rows … 3 columns … Give equal numbers of both");
    expectWording(read(adjacencyMatrix, ",a,a", "a,0,1", "a,1,0").refused, "same name … Name each node once");
    expect(read(adjacencyMatrix).refused).not.toBeNull();
  });
});

describe("anynet", () => {
  test("has routers and nodes, as BookSim's manual shows", () => {
    const reading = read(anynet, "router 0 router 1 15 router 2", "router 0 node 0 node 1", "router 1 node 2 5", "router 2 node 3");
    expect(counts(reading)).toEqual([4, 3, 6]);
    expect(reading.network!.links[0]).toEqual({ a: 0, b: 1, length: { cycles: 15 } });
    expect(reading.network!.links[4].length).toEqual({ cycles: 5 });
    expectWording(reading.guesses, "one direction only: 1 … 1 cycle");
  });

  test("listed from both sides has each link once", () => {
    const reading = read(anynet, "router 0 router 1 3", "router 1 router 0 4", "router 0 router 1 3");
    expect(reading.network!.links).toEqual([{ a: 0, b: 1, length: { cycles: 4 } }]);
    expectWording(reading.guesses[0], "latency differs … 1 … longer latency");
  });

  test("says line by line what BookSim would refuse", () => {
    expect(
      noteTexts(
        read(
          anynet,
          "router 0 node 0",
          "router 1 node 0",
          "node 0 node 1",
          "router 1 router 1",
          "switch 1 node 1",
          "router x",
          "router 1 node -1",
        ),
      ),
    ).toEqual([
      '2: connects "node 0" to a second router; a node is attached to only one',
      '3: connects "node 0" to "node 1"; a node must be attached to a router',
      '4: connects "router 1" to itself',
      '5: has "switch" where "router" or "node" is expected',
      '6: has "x" as the number of a router; expected a whole number from 0',
      '7: has "-1" as the number of a node; expected a whole number from 0',
    ]);
    expectWording(read(anynet, "", "nothing").refused, "No line defines a router");
  });
});

describe("ns-3's topology", () => {
  test("has counts, switches and links, as SimAI and ASTRA-sim write them", () => {
    const reading = read(
      ns3,
      "6 2 1 1 6 A100",
      "4 5",
      "0 4 2880Gbps 0.000025ms 0",
      "1 4 2880Gbps 0.000025ms 0",
      "0 5 100Gbps 0.0005ms 0",
      "1 5 100Gbps 0.0005ms 0",
      "2 5 100Gbps 0.0005ms 0",
      "3 5 100Gbps 0.0005ms 0",
    );
    expect(counts(reading)).toEqual([4, 2, 6]);
    expect(reading.network!.links[0]).toEqual({ a: 0, b: 4, rate: 360e9, length: { seconds: 25e-9 } });
    expect([reading.unread, reading.guesses]).toEqual([0, []]);
    expect(counts(read(ns3, "4 1 3", "3", "0 3 100Gbps 1us 0", "1 3 100Gbps 1us 0", "2 3 100Gbps 1us 0"))).toEqual([3, 1, 3]);
  });

  test("says line by line what is wrong", () => {
    const reading = read(
      ns3,
      "4 1 9",
      "7",
      "3",
      "0 3 100Gbps 1us 0",
      "0 4 100Gbps 1us",
      "1 1 100Gbps 1us 0",
      "1 3 fast 1us 0",
      "2 3 1Gbps 1 0",
    );
    expect(noteTexts(reading)).toEqual([
      '2: has "7" as a switch; expected a number from 0 to 3',
      '5: has "4" as an end; expected a number from 0 to 3',
      '6: connects "1" to itself',
      '7: has "fast" as its rate; expected a rate such as 100Gbps',
      '8: has "1" as its delay; expected a delay such as 0.001ms',
    ]);
    expectWording(reading.guesses, "9 links … the text has 3");
    expectWording(read(ns3, "999999999 1 3").refused, "999,999,999 nodes … 262,144");
  });
});

const ibsim = `vendid=0x0
devid=0x0
sysimgguid=0x3048ffff95fd1a
switchguid=0x3048ffff95fd1a(3048ffff95fd1a)
Switch\t8 "S-003048ffff95fd1a"\t\t# "sw1" base port 0 lid 1 lmc 0
[1]\t"H-003048ffff957274"[1](3048ffff957275) \t\t# "n101-1" lid 21 4xSDR
[2]\t"H-003048ffff95c8aa"[1](3048ffff95c8ab) \t\t# "n102-1" lid 27 4xSDR

vendid=0x0
devid=0x0
sysimgguid=0x3048ffff957274
caguid=0x3048ffff957274
Ca\t2 "H-003048ffff957274"\t\t# "n101-1"
[1](3048ffff957275) \t"S-003048ffff95fd1a"[1]\t\t# lid 21 lmc 0 "sw1" lid 1 4xSDR

vendid=0x0
caguid=0x3048ffff95c8aa
Ca\t2 "H-003048ffff95c8aa"\t\t# "n102-1"
[1](3048ffff95c8ab) \t"S-003048ffff95fd1a"[2]\t\t# lid 27 lmc 0 "sw1" lid 1 4xSDR
`;

describe("ibnetdiscover", () => {
  test("chips of one director keep what tells them apart", () => {
    expect(["MF0;sw-1:MQM9700/U1", "MF0;core:CS7500/L03/U1", "MF0;core:CS7500/L04/U1", "leaf 1", "MF0;:X/U1"].map(deviceName)).toEqual([
      "sw-1",
      "MF0;core:CS7500/L03/U1",
      "MF0;core:CS7500/L04/U1",
      "leaf 1",
      "MF0;:X/U1",
    ]);
  });

  test("has each cable once, with its ports and rate, as ibsim prints them", () => {
    const reading = ibnetdiscover.read(ibsim);
    expect(counts(reading)).toEqual([2, 1, 2]);
    expect([reading.unread, reading.guesses, reading.refused]).toEqual([0, [], null]);
    expect(reading.network!.nodes[0]).toEqual({ id: "S-003048ffff95fd1a", name: "sw1", isTerminal: false, ports: 8 });
    expect(reading.network!.links[0]).toEqual({ a: 0, b: 1, aPort: 1, bPort: 1, kind: "4xSDR", rate: 1e9 });
    expect(ibnetdiscover.confidenceOf(ibsim)).toBeGreaterThan(0.9);
  });

  test("has a port a line with -p", () => {
    const reading = read(
      ibnetdiscover,
      "CA     4  1 0x0002c903000e0b73 4x QDR - SW     2  1 0x0002c902004885b8 ( 'node1 HCA-1' - 'leaf '1' - A' )",
      "CA     5  1 0x0002c903000e0b77 4x ???                                    'node2 HCA-1'",
      "SW     2  1 0x0002c902004885b8 4x QDR - CA     4  1 0x0002c903000e0b73 ( 'leaf '1' - A' - 'node1 HCA-1' )",
      "SW     2  2 0x0002c902004885b8 4x QDR - SW     3  7 0x0002c902004885c0 ( 'leaf '1' - A' - 'leaf 2' )",
    );
    expect(counts(reading)).toEqual([2, 2, 2]);
    expect(noteTexts(reading)).toEqual([]);
    expect(reading.network!.links[0]).toEqual({ a: 0, b: 1, aPort: 1, bPort: 1, rate: 4e9, kind: "4xQDR" });
    expect(reading.network!.nodes.map(({ name }) => name)).toEqual(["node1 HCA-1", "leaf '1' - A", "node2 HCA-1", "leaf 2"]);
  });

  test("says what one side tells alone, and what is plugged twice", () => {
    const reading = read(
      ibnetdiscover,
      "# Topology file: generated on Thu Nov 26",
      "ibwarn: [1234] mad_rpc: _do_madrpc failed",
      'Switch\t36 "S-1"\t# "MF0;leaf "1":MQM8700/U1" enhanced port 0 lid 2 lmc 0',
      '[1][ext 9]\t"S-2"[1]\t\t# "spine" lid 3 2xHDR',
      '[2]\t"S-2"[2]\t\t# "spine" lid 3 4xHDR',
      '[3]\t"H-1"[1](1) \t\t# "host one HCA-1" lid 4 4xEDR',
      '[4]\t"H-9"[1](9) \t\t# "Mellanox Technologies Aggregation Node" lid 9 4xHDR',
      '[2]\t"S-2"[5]',
      "[6]",
      'Switch\t36 "S-2"\t# "spine" enhanced port 0 lid 3 lmc 0',
      '[1]\t"S-1"[1]\t\t# "leaf" lid 2 4xHDR',
      '[7]\t"S-2"[8]\t\t# "spine" lid 2 4xHDR',
      'Ca\t1 "H-9"\t# "Mellanox Technologies Aggregation Node"',
      '[1](9) \t"S-1"[4]\t\t# lid 9 lmc 0 "leaf" lid 2 4xHDR',
    );
    expect(noteTexts(reading)).toEqual([
      '5: is listed from one end only: "S-2" does not list it; the link is kept',
      '8: plugs a second cable into port 2 of "S-1"',
      '9: has no peer; expected a peer such as [1] "S-0002c9"[1]',
      "11: gives 4xHDR, and the other end 2xHDR: 2xHDR is used",
      '12: connects "S-2" to itself',
    ]);
    expect(counts(reading)).toEqual([1, 2, 3]);
    // A managed switch is named by its own name, without the manufacturer's additions.
    expect(reading.network!.nodes[0].name).toBe('leaf "1"');
    expectWording(reading.guesses, "not list … 1 … warnings … 1 … SHARP … 1");
  });

  test("has any number of labels in brackets behind its ports, in any order", () => {
    const labels = ["", "[ext 7]", "(1/1/1)", "(B9D0F0/0/0/1)(9000)", " (9000) [ext 7](L1)", "[1](a)[2](b) (c)"];
    for (const own of labels) {
      for (const far of labels) {
        const reading = read(
          ibnetdiscover,
          'Switch 65 "S-1" # "leaf-1" lid 13',
          `[1]${own} "H-1"[1]${far} # "hosta mlx5_0" lid 2 4xNDR`,
          'Ca 1 "H-1" # "hosta mlx5_0"',
          `[1]${far} "S-1"[1]${own} # lid 2 lmc 0 "leaf-1" lid 13 4xNDR`,
          'Ca 1 "H-2" # "hostb mlx5_0"',
          `[1]${own} "S-1"[2]${far} # lid 3 lmc 0 "leaf-1" lid 13 4xNDR`,
        );
        expect(counts(reading)).toEqual([2, 1, 2]);
        expect(noteTexts(reading)).toEqual(['6: is listed from one end only: "S-1" does not list it; the link is kept']);
      }
    }
  });

  test("has a switch of which nothing is known but its aggregation node", () => {
    const node = "Mellanox Technologies Aggregation Node";
    const host = "SW 52 10 0x3 4x HDR - CA 88 1 0x4 ( 'leaf-1' - 'hosta mlx5_0' )";
    expect(counts(read(ibnetdiscover, `SW 51 81 0x1 4x HDR - CA 78 1 0x2 ( 'spine-1' - '${node}' )`, host))).toEqual([1, 2, 1]);
    expect(counts(read(ibnetdiscover, `CA 78 1 0x2 4x HDR - SW 51 81 0x1 ( '${node}' - 'spine-1' )`, host))).toEqual([1, 2, 1]);
    expect(
      counts(
        read(
          ibnetdiscover,
          `Ca 1 "H-2" # "${node}"`,
          '[1](2) "S-1"[81] # lid 9 lmc 0 "spine-1" lid 2 4xHDR',
          'Ca 1 "H-4" # "hosta"',
          '[1](4) "S-3"[10] # lid 3 lmc 0 "leaf-1" lid 4 4xHDR',
        ),
      ),
    ).toEqual([1, 2, 1]);
  });

  test.each([
    ["4xSDR", 1e9],
    ["4xDDR", 2e9],
    ["4xQDR", 4e9],
    ["4xFDR10", 5e9],
    ["4xFDR", 6.82e9],
    ["4xEDR", 12.5e9],
    ["4xHDR", 25e9],
    ["2xHDR", 12.5e9],
    ["4xNDR", 50e9],
    ["4xXDR", 100e9],
    ["1xSDR", 0.25e9],
    ["4x????", undefined],
  ])("has %s as its rate", (kind, rate) => {
    const reading = read(ibnetdiscover, 'Switch 1 "S-1" # "a"', `[1] "S-2"[1] # "b" lid 1 ${kind}`);
    expect(reading.network!.links[0].rate).toBe(rate);
    expect(reading.network!.links[0].kind).toBe(kind);
  });

  test("is written as it is read", () => {
    const { network } = ibnetdiscover.read(ibsim);
    const again = ibnetdiscover.read(writtenText(ibnetdiscover, network!));
    expect(again.network).toEqual(network);
    expect([again.unread, again.guesses]).toEqual([0, []]);
  });
});

describe("Slurm's topology.conf", () => {
  test("has a tree of switches, as its manual shows", () => {
    const reading = read(
      slurmConf,
      "##################################################################",
      "# Slurm's network topology configuration file for use with the",
      "# topology/tree plugin",
      "SwitchName=s0 Nodes=dev[0-5]",
      "SwitchName=s1 Nodes=dev[6-11]",
      "SwitchName=s2 Nodes=dev[12-17]",
      "SwitchName=s3 Switches=s[0-2]",
    );
    expect(counts(reading)).toEqual([18, 4, 21]);
    expect([reading.unread, reading.refused]).toEqual([0, null]);
  });

  test("has keys in any letters, quotes, lines that go on, comments, and names in brackets", () => {
    const reading = read(
      slurmConf,
      'switchname = leaf NODES="rack[0-1]n[08-10],login" LinkSpeed=100 # a comment',
      "SwitchName=top \\",
      "   Switches=leaf",
    );
    expect(reading.network!.nodes.map(({ id }) => id)).toEqual([
      "leaf",
      "top",
      "rack0n08",
      "rack0n09",
      "rack0n10",
      "rack1n08",
      "rack1n09",
      "rack1n10",
      "login",
    ]);
    expect(reading.unread).toBe(0);
  });

  test("may be what scontrol prints, which tells nodes again at every level", () => {
    const shown = read(
      slurmConf,
      "SwitchName=s0 Level=0 LinkSpeed=1 Nodes=tux[0-3]",
      "SwitchName=s1 Level=0 LinkSpeed=1 Nodes=tux[4-7]",
      "SwitchName=s2 Level=1 LinkSpeed=1 Nodes=tux[0-7] Switches=s[0-1]",
    );
    expect([counts(shown), shown.notes]).toEqual([[8, 3, 10], []]);
    expectWording(shown.guesses[0], "leaf … above");
  });

  test("says line by line what Slurm would refuse", () => {
    const reading = read(
      slurmConf,
      "SwitchName=s0 Nodes=n[0-1]",
      "SwitchName=s1 Switches=s0,s2,s9",
      "SwitchName=s2 Switches=s1,s2",
      "SwitchName=s0 Nodes=n7",
      "SwitchName=s4 Nodes=n[0-999999999]",
      "SwitchName=s5 Nodes=n[3-1],s0",
      "SwitchName=s6 Nodes=n[3 Speed=1",
      "Nodes=n8",
      "nothing at all",
      "SwitchName=s7 Nodes=s0",
    );
    expect(noteTexts(reading)).toEqual([
      '2: puts "s9" below "s1"; no line defines that switch',
      '3: puts "s2" below itself',
      '3: puts "s1" below "s2", which is below it already',
      '4: defines "s0" a second time',
      "5: names 1,000,000,000 nodes; at most 262,133 more are read",
      '6: has "n[3-1]", which is not a range of numbers',
      '7: has "Speed", which is not a key of topology.conf',
      '7: has a bracket in "n[3" that is not closed',
      "8: names no switch, block or ring",
      '9: has "nothing at all" where Key=Value is expected',
      '10: has "s0" as a node, but it is a switch',
    ]);
    expect(counts(reading)).toEqual([2, 7, 4]);
  });

  test("takes no more memory for long names than for short ones", () => {
    const long = "x".repeat(100_000);
    for (const list of [`${long}[1-200000]`, `x[1-200000]${long}`, long])
      expect(noteTexts(read(slurmConf, `SwitchName=a Nodes=${list}`))).toEqual([
        expect.stringMatching(/^1: has names of 100,00[0-9] characters; at most 256 are read$/),
      ]);
  });

  test("may have a switch under several, and a node on several", () => {
    const reading = read(
      slurmConf,
      "SwitchName=l0 Nodes=n[0-1]",
      "SwitchName=l1 Nodes=n[1-2]",
      "SwitchName=t0 Switches=l[0-1]",
      "SwitchName=t1 Switches=l[0-1]",
    );
    expect(counts(reading)).toEqual([3, 4, 8]);
    expect(reading.unread).toBe(0);
  });

  test("has blocks, which are made of blocks as their sizes say", () => {
    const blocks = Array.from({ length: 4 }, (_, i) => `BlockName=block${i + 1} Nodes=node[${32 * i + 1}-${32 * (i + 1)}]`);
    // Four blocks and one level above.
    expect(counts(read(slurmConf, ...blocks, "BlockSizes=30,120"))).toEqual([128, 5, 132]);
    // Two pairs and one level above.
    expect(counts(read(slurmConf, ...blocks, "BlockSizes=30,60"))).toEqual([128, 7, 134]);
  });

  test("has rings", () => {
    expect(counts(read(slurmConf, "RingName=ring0 Nodes=node[01-08]", "RingName=ring1 Nodes=node[09-16]"))).toEqual([16, 16, 32]);
  });

  test("is written by levels, leaves first, and refuses what has none", () => {
    const fat = ["l0 h0", "l0 h1", "l1 h2", "l1 h3", "l0 spine0", "l1 spine0", "l0 spine1", "l1 spine1"];
    const { network } = read(edgeList, ...fat);
    expect(writtenText(slurmConf, network!)).toBe(
      [
        "SwitchName=l0 Nodes=h[0-1]",
        "SwitchName=l1 Nodes=h[2-3]",
        "SwitchName=spine0 Switches=l[0-1]",
        "SwitchName=spine1 Switches=l[0-1]",
        "",
      ].join("\n"),
    );
    expectWording(
      refusalOf(() => writtenText(slurmConf, read(edgeList, ...fat, "l0 l1").network!)),
      '"l0" … "l1" … same level … edge list',
    );
  });
});

describe("Slurm's topology.yaml", () => {
  beforeAll(() => slurmYaml.fetch!());

  const manual = [
    "---",
    "- topology: topo1",
    "  cluster_default: true",
    "  tree:",
    "    switches:",
    "      - switch: sw_root",
    "        children: s[1-2]",
    "      - switch: s1",
    "        nodes: node[01-02]",
    "      - switch: s2",
    "        nodes: node[03-04]",
    "- topology: topo2",
    "  cluster_default: false",
    "  block:",
    "    block_sizes:",
    "      - 4",
    "      - 16",
    "    blocks:",
    "      - block: b1",
    "        nodes: node[01-04]",
    "      - block: b2",
    "        nodes: node[05-08]",
    "- topology: topo3",
    "  cluster_default: false",
    "  flat: true",
  ];

  test("has the cluster's default, as its manual shows", () => {
    const reading = read(slurmYaml, ...manual);
    expect(counts(reading)).toEqual([4, 3, 6]);
    expect(reading.unread).toBe(0);
    expectWording(reading.guesses[0], '3 topologies … "topo1"');
    expect(slurmYaml.confidenceOf(manual.join("\n"))).toBeGreaterThan(0.9);
  });

  test("has blocks and a torus", () => {
    expect(counts(read(slurmYaml, ...manual.slice(11, 22)))).toEqual([8, 3, 10]);
    const torus = read(slurmYaml, "- topology: t", "  torus3d:", "    dims: {x: 4, y: 4, z: 2}", "    nodes: n[0-31]");
    // A ring of two is one link.
    expect(counts(torus)).toEqual([32, 32, 32 + 32 + 32 + 16]);
  });

  test("that is flat, no topology, or nested without end is refused", () => {
    expect(read(slurmYaml, "- topology: t", "  flat: true").refused).toContain("describe no links");
    expect(read(slurmYaml, "hello").refused).toContain("no topology");
    expect(slurmYaml.read("[".repeat(9e5)).refused).toContain("Line 1 is nested deeper");
    expect(slurmYaml.read("- ".repeat(4e5)).refused).toContain("Line 1 is nested deeper");
    expect(slurmYaml.read("x".repeat(5e6)).refused).toContain("at most 1,000,000");
  });

  test("does not follow anchors", () => {
    const bomb = (levels: number) =>
      read(
        slurmYaml,
        "- topology: t",
        "  more:",
        "    - &k0 [x,x,x,x,x,x,x,x,x]",
        ...Array.from({ length: levels }, (_, i) => `    - &k${i + 1} [${Array.from({ length: 9 }, () => `*k${i}`).join(",")}]`),
        "  tree:",
        "    switches:",
        "      - switch: s",
        `        nodes: *k${levels}`,
      );
    expect(counts(bomb(15))).toEqual([0, 1, 0]);
    expect(bomb(30).refused).toContain("too many of its lines cannot be read");
  });

  test("says line by line what is wrong", () => {
    const reading = read(
      slurmYaml,
      "- topology: t",
      "  tree:",
      "    switches:",
      "      - nodes: n1",
      "      - switch: s1",
      "        nodes: n[2",
      "      - 7",
    );
    expect(noteTexts(reading)).toEqual([
      '4: has no name; expected "switch"',
      '5: has a bracket in "n[2" that is not closed',
      '7: is not an entry of "switches"',
    ]);
  });

  test("is written as it is read", () => {
    const { network } = read(slurmConf, "SwitchName=l0 Nodes=n[08-10]", "SwitchName=l1 Nodes=m", "SwitchName=t Switches=l[0-1]");
    expect(slurmYaml.read(writtenText(slurmYaml, network!)).network).toEqual(network);
  });
});
