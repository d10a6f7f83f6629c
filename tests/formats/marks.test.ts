/** Tests of GraphML, GEXF, DOT and node-link JSON, valid as other programs print them, and invalid. */
import { describe, expect, test } from "vitest";
import { type Format, detectionLength, type ReadResult } from "../../src/formats/contract.ts";
import { dot } from "../../src/formats/network/dot.ts";
import { gexf } from "../../src/formats/network/gexf.ts";
import { graphml } from "../../src/formats/network/graphml.ts";
import { nodeLink } from "../../src/formats/network/node-link.ts";
import { fabricscopeJson } from "../../src/formats/network/fabricscope-json.ts";
import { type Param, writeParam } from "../../src/core/base/params.ts";
import { allParams } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readText } from "../../src/formats/index.ts";
import { thoroughTest } from "../effort.ts";
import { samples } from "./samples.ts";
import { expectWording } from "../wording/wording.ts";

/** A reading in short: nodes as `name` with a star for terminals, links as `a-b` with their known values. */
function summaryOf({ network, notes, guesses, refused }: ReadResult) {
  const name = (n: number) => network!.nodes[n].name ?? network!.nodes[n].id;
  return {
    nodes: network?.nodes.map((node, n) => `${name(n)}${node.isTerminal ? "*" : ""}`).join(" ") ?? "",
    links: (network?.links ?? []).map(({ a, b, rate, length, kind, aPort, bPort }) =>
      [
        `${name(a)}${aPort === undefined ? "" : `:${aPort}`}-${name(b)}${bPort === undefined ? "" : `:${bPort}`}`,
        ...(rate === undefined ? [] : [`${rate / 125e6}G`]),
        ...(length === undefined ? [] : [JSON.stringify(length).replaceAll(/[{}"]/g, "")]),
        ...(kind === undefined ? [] : [kind]),
      ].join(" "),
    ),
    notes: notes.map(({ line, why }) => `${line}: ${why}`),
    guesses,
    refused,
  };
}
const summaryOfText = ({ read }: Format, text: string) => summaryOf(read(text));
const noRemarks = { notes: [], guesses: [], refused: null };
/** The sample of a format that contains a word. */
const sampleWith = ({ id }: Format, word: string) => samples[id].find((text) => text.includes(word))!;
const summaryOfSample = (format: Format, word: string) => summaryOfText(format, sampleWith(format, word));
const noTerminalGuess = "No node is marked as a terminal: all nodes are read as switches.";

describe("GraphML", () => {
  test("of NetworkX has types and rates with units in their names", () => {
    expect(summaryOfSample(graphml, "bandwidth_gbps")).toEqual({
      ...noRemarks,
      nodes: "spine1 leaf <1> srv1*",
      links: ["spine1-leaf <1> 400G", "srv1-leaf <1> 100G"],
    });
  });

  test("of the Topology Zoo has places on the map, and raw rates in bits per second", () => {
    expect(summaryOfSample(graphml, "Amsterdam")).toEqual({
      ...noRemarks,
      nodes: "Amsterdam Paris Frankfurt",
      links: ["Amsterdam-Paris 10G", "Amsterdam-Frankfurt 10G", "Paris-Frankfurt 2.5G"],
      guesses: [noTerminalGuess],
    });
    // North is up, and y coordinates grow downward.
    expect(graphml.read(sampleWith(graphml, "Amsterdam")).network!.nodes[0].place).toEqual([4.9, -52.4]);
  });

  test.each([["Latitude", "Longitude"], ["lat", "lon"], ["LAT", "LNG"], ["Internal"], ["Country"]])(
    "with %j of its nodes is a network of routers",
    (...keys) => {
      const star = (...own: readonly string[]) => ({
        nodes: ["Bryne", "Cork", "Delft", "Evora"].map((id, n) => ({ id, ...Object.fromEntries(own.map((key) => [key, n + 1])) })),
        links: ["Cork", "Delft", "Evora"].map((target) => ({ source: "Bryne", target })),
      });
      const terminals = (...own: readonly string[]) =>
        nodeLink.read(JSON.stringify(star(...own))).network!.nodes.filter(({ isTerminal }) => isTerminal).length;
      expect([terminals(...keys), terminals("x", "y"), terminals()]).toEqual([0, 3, 3]);
    },
  );

  test("of the Topology Zoo has speeds in the units beside them, and in bits per second where they are raw", () => {
    const keys = ["LinkSpeed", "LinkSpeedUnits", "LinkSpeedRaw"];
    const data = (...values: readonly string[]) =>
      values.map((value, i) => (value === "" ? "" : `<data key="${keys[i]}">${value}</data>`)).join("");
    const rows: readonly (readonly [string, string, string])[] = [
      ["10", "G", ""],
      ["155", "M", ""],
      ["64", "K", ""],
      ["1.5", "T", ""],
      ["45", "Mbps", ""],
      ["2.5", "G", "2488320000"],
    ];
    const text = [
      "<graphml>",
      ...keys.map((key) => `<key id="${key}" for="edge" attr.name="${key}" attr.type="string"/>`),
      "<graph>",
      ...[0, 1, 2, 3, 4, 5, 6].map((n) => `<node id="${n}"/>`),
      ...rows.map((row, i) => `<edge source="${i}" target="${i + 1}">${data(...row)}</edge>`),
      "</graph></graphml>",
    ].join("\n");
    const { network, guesses, notes } = graphml.read(text);
    expect(network!.links.map(({ rate }) => rate! * 8)).toEqual([10e9, 155e6, 64e3, 1.5e12, 45e6, 2488320000]);
    expect([guesses, notes]).toEqual([[noTerminalGuess], []]);
    const json = { nodes: [{ id: "a" }, { id: "b" }], links: [{ source: "a", target: "b", LinkSpeed: 155, LinkSpeedUnits: "M" }] };
    expect(nodeLink.read(JSON.stringify(json)).network!.links[0].rate).toBe(155e6 / 8);
  });

  test("of yEd has names, places and rates in what is drawn", () => {
    expect(summaryOfSample(graphml, "yEd")).toEqual({
      ...noRemarks,
      nodes: "host 1 switch 1",
      links: ["host 1-switch 1 100G"],
      // A single name is no family of names, and a single host would have no other host to send to.
      guesses: ["Edges have a direction: each is read as a bidirectional link.", noTerminalGuess],
    });
  });

  test("has labels with other things in them", () => {
    const label = "<y:NodeLabel>host 1<y:LabelModel><y:SmartNodeLabelModel/></y:LabelModel>\n</y:NodeLabel>";
    expect(summaryOfText(graphml, graph(`<node id="a"><data key="d"><y:ShapeNode>${label}</y:ShapeNode></data></node>`)).nodes).toBe(
      "host 1",
    );
  });

  const graph = (body: string, attributes = "") => `<graphml>\n<graph${attributes}>\n${body}\n</graph>\n</graphml>`;

  test("has fallbacks for what nodes and edges do not say, and ports", () => {
    const keys =
      '<key id="r" for="edge" attr.name="rate"><default>10 Gb/s</default></key><key id="t" for="node" attr.name="type"><default>switch</default></key>';
    const body =
      '<node id="a"/><node id="b"><data key="t">host</data></node><edge source="a" target="b" sourceport="p3" targetport="0"/><edge source="a" target="b"><data key="r">25G</data></edge>';
    expect(summaryOfText(graphml, `<graphml>${keys}<graph>${body}</graph></graphml>`)).toEqual({
      ...noRemarks,
      nodes: "a b*",
      links: ["a:3-b:0 10G", "a-b 25G"],
    });
  });

  test("is one graph where graphs are nested in nodes, which are boxes unless they have links", () => {
    const body =
      '<node id="g"><graph edgedefault="undirected"><node id="g::1"/><node id="g::2"/><edge source="g::1" target="g::2"/></graph></node>';
    expect(summaryOfText(graphml, graph(body))).toMatchObject({ nodes: "g::1 g::2", links: ["g::1-g::2"], notes: [] });
  });

  test("with directions has a link both ways for each edge, once if it is listed from both sides", () => {
    const body =
      '<node id="a"/><node id="b"/><node id="c"/><edge source="a" target="b"/><edge source="b" target="a"/><edge source="b" target="c"/>';
    expect(summaryOfText(graphml, graph(body, ' edgedefault="directed"'))).toMatchObject({
      links: ["a-b", "b-c"],
      guesses: [
        "Links are listed from both ends: each is read once.",
        "Because they have only one link, 2 of 3 nodes are read as terminals.",
      ],
    });
    expect(summaryOfText(graphml, graph(body))).toMatchObject({ links: ["a-b", "b-a", "b-c"], guesses: [noTerminalGuess] });
  });

  test("says line by line what cannot be read", () => {
    const body = [
      '<node id="a"/>',
      '<node id="a"/>',
      "<node/>",
      '<edge source="a" target="a"/>',
      '<edge source="a" target="lost"/>',
      '<edge source="a"/>',
      '<edge source="a" target=b/>',
      '<edge source="a" target="b"><data key="rate">fast</data></edge>',
      "<hyperedge/>",
      "</data>",
    ];
    expect(summaryOfText(graphml, graph(body.join("\n")))).toMatchObject({
      nodes: "a lost* b*",
      links: ["a-lost", "a-b"],
      notes: [
        '4: declares "a" again',
        "5: declares a node without a name",
        '6: connects "a" to itself',
        '7: names "lost", which is not in the list of nodes; it is added as a node',
        "8: names only one end",
        '9: has the attribute "target" without quotes',
        '10: has "fast" as the rate of a link',
        '10: names "b", which is not in the list of nodes; it is added as a node',
        "11: may connect more than two nodes; a link connects two",
        '12: closes "data", which is not open',
      ],
    });
  });

  test("that is cut off is read as far as it goes", () => {
    const whole = graph('<node id="a"/>\n<node id="b"/>\n<edge source="a" target="b"/>\n<edge source="b" target="a"/>');
    expect(summaryOfText(graphml, whole.slice(0, whole.indexOf('target="a"')))).toMatchObject({
      nodes: "a b",
      links: ["a-b"],
      notes: ['6: has a tag <edge without a ">"', "6: ends within <graph>: the file is cut off, or lines are missing"],
    });
  });

  test("with entities that grow, or nested without end, is refused", () => {
    const bomb = '<?xml version="1.0"?>\n<!DOCTYPE lolz [\n<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">\n]>\n<graphml>&b;</graphml>';
    expectWording(graphml.read(bomb).refused, "Line 2 … <!DOCTYPE");
    expectWording(graphml.read(`<graphml>\n${"<graph>".repeat(1_000_000)}`).refused, "Line 2 … 256 deep");
    expect(graphml.read("<!DOCTYPE graphml SYSTEM 'x>[y'><graphml><node id='a'/></graphml>")).toMatchObject({ refused: null });
    expectWording(graphml.read("<graphml><graph/></graphml>").refused, "no <node>");
  });

  test("has signs as XML writes them; entities that it does not have stay", () => {
    const text = graph(
      '<!-- <node id="no"/> --><node id="&lt;&#65;&#x42;&nbsp;&amp;lt;&gt;"/><node id=\'"\'><data key="label"><![CDATA[<x> & ]]>y</data></node>',
    );
    expect(summaryOfText(graphml, text).nodes).toBe("<AB&nbsp;&lt;> <x> & y");
  });

  test("is written with a name for each node, also where XML cannot have its signs", () => {
    const nodes = ["a", "\u0001", "a\u0002", "a_2"].map((id) => ({ id, isTerminal: false }));
    const links = [1, 2, 3].map((b) => ({ a: 0, b }));
    const { network, notes } = graphml.read(graphml.write!({ network: { nodes, links } }));
    expect([network!.nodes.length, network!.links, notes]).toEqual([4, links, []]);
  });
});

describe("GEXF", () => {
  test("of NetworkX has attributes by titles, fallbacks, and places upwards", () => {
    expect(summaryOfSample(gexf, "NetworkX")).toEqual({
      ...noRemarks,
      nodes: "core n1* n2*",
      links: ["core-n1 200G 4xHDR", "core-n2 100G"],
    });
    expect(gexf.read(sampleWith(gexf, "NetworkX")).network!.nodes.map(({ place }) => place)).toEqual([
      [0, -10.5],
      [-5, 0],
      [5, 0],
    ]);
  });

  test("has directions by graph or by edge, and nodes within nodes", () => {
    const body =
      '<nodes><node id="a"><nodes><node id="b"/></nodes></node></nodes><edges><edge source="a" target="b"/><edge source="b" target="a" type="undirected"/><edge source="b" target="a"/></edges>';
    expect(summaryOfText(gexf, `<gexf><graph defaultedgetype="directed">${body}</graph></gexf>`)).toMatchObject({
      nodes: "a b",
      links: ["a-b", "b-a"],
    });
  });
});

describe("DOT", () => {
  test("of a cabling plan has functions of nodes and ports of links", () => {
    expect(summaryOfSample(dot, "hostidtype")).toEqual({
      ...noRemarks,
      nodes: "spine01 leaf01 leaf02 server01*",
      links: ["leaf01:51-spine01:1", "leaf02:51-spine01:2", "server01:1-leaf01:1", "server01:2-leaf02:1"],
    });
  });

  test("has subgraphs as ends, edges in rows, pieces of texts, and HTML", () => {
    expect(summaryOfSample(dot, "racks")).toEqual({
      ...noRemarks,
      nodes: "a b c d e",
      links: ["a-b", "b-c", "b-a", "a-d 25G", "a-e 25G", "b-d 25G", "b-e 25G"],
      // One of six pairs is a minority.
      guesses: [
        "Edges have a direction: each is read as a bidirectional link.",
        "Listed in both directions and read as two links each: 1 pair of nodes.",
        noTerminalGuess,
      ],
    });
  });

  test("applies attributes before a node to all that follow it, within its subgraph", () => {
    const text =
      'graph { x; node [type=host, ports=2]; a; subgraph { node [type=switch] b; a } c [type=switch]; a -- b; edge [rate="10G"]; b -- {x; d} -- c }';
    expect(summaryOfText(dot, text)).toMatchObject({ nodes: "x a* b c d*", links: ["a-b", "b-x 10G", "b-d 10G", "x-c 10G", "d-c 10G"] });
    expect(dot.read(text).network!.nodes[1].ports).toBe(2);
  });

  test("has labels as names, but not those of records or templates", () => {
    const text = String.raw`graph { a [label="spine\n1"]; b [shape=record, label="{<p0> 0|<p1> 1}"]; c [label="\N"]; "a\"b" -- c; d [pos="1.5,2!"] }`;
    expect(summaryOfText(dot, text)).toMatchObject({ nodes: 'spine 1 b c a"b d', links: ['a"b-c'], notes: [] });
    expect(dot.read(text).network!.nodes[4].place).toEqual([1.5, -2]);
  });

  test("that is strict has each link once", () => {
    expect(summaryOfText(dot, "strict graph { a -- b\n b -- a }")).toMatchObject({
      links: ["a-b"],
      notes: ['2: connects "b" and "a" again, in a graph without parallel links'],
    });
    expect(summaryOfText(dot, "graph { a -- b -- a }").links).toEqual(["a-b", "b-a"]);
  });

  test("says line by line what cannot be read", () => {
    const text = ["graph {", "a -- ;", "a -- a", "b [x", "%", "-- c", "c -- d", '"e'].join("\n");
    expect(summaryOfText(dot, text)).toMatchObject({
      nodes: "a b c d",
      links: ["c-d"],
      notes: [
        '2: has ";" where a node is expected',
        '3: connects "a" to itself',
        '5: has an unexpected "%"',
        '6: has "--" in a list of attributes; expected ]',
        '6: has "--" where a node is expected',
        "8: opens a quotation mark that is never closed",
        "8: ends within a graph: the file is cut off, or a } is missing",
      ],
    });
  });

  thoroughTest("may have rows of any length, and nest without end", () => {
    const row = Array.from({ length: 100_000 }, (_, i) => `n${i}`).join("--");
    expect(dot.read(`graph { ${row} }`).network!.links.length).toBe(99_999);
    const deep = dot.read(`graph {${"{".repeat(100_000)}a--b`);
    expect([deep.network!.links.length, deep.notes[0].why]).toEqual([1, "nests subgraphs more than 64 deep"]);
    const many = Array.from({ length: 2000 }, (_, i) => `n${i}`).join(" ");
    expect(summaryOfText(dot, `graph { {${many}} -- {${many}} }`).notes).toEqual([
      "1: connects each of 2,000 nodes to each of 2,000; at most 1,000,000 links are read from a statement",
    ]);
  });
});

thoroughTest("what has more links than are read is refused with their number", () => {
  const row = (letter: string) => Array.from({ length: 900 }, (_, i) => letter + i).join(" ");
  const text = `graph { ${`{${row("a")}} -- {${row("b")}}\n`.repeat(3)} a0 -- b0 }`;
  expect(summaryOfText(dot, text).refused).toBe("The network has 2,430,001 links; at most 2,097,152 are read. Keep only a part of it.");
});

describe("node-link JSON", () => {
  test("of NetworkX has names of any kind", () => {
    expect(summaryOfSample(nodeLink, "100 Gb/s")).toEqual({ ...noRemarks, nodes: "s1 7* h2*", links: ["s1-7 100G", "s1-h2 40G"] });
    const tuples = '{"nodes": [{"id": [0, 1]}, {"id": [1, 0]}], "links": [{"source": [0, 1], "target": [1, 0]}]}';
    expect(summaryOfText(nodeLink, tuples)).toMatchObject({ nodes: "(0, 1) (1, 0)", links: ["(0, 1)-(1, 0)"], notes: [] });
  });

  test("of TopoHub has kilometres, sparse numbers and places on the map", () => {
    expect(summaryOfSample(nodeLink, "ecmp_fwd")).toMatchObject({
      nodes: "Cairo* Tunis 6301*",
      links: ["Cairo-Tunis metres:2085500", "Tunis-6301 metres:635000"],
      guesses: [
        "Lengths have no unit: they are read as kilometres.",
        "Because they have only one link, 2 of 3 nodes are read as terminals.",
      ],
    });
  });

  test("is known by what NetworkX writes first, however long it is until the nodes", () => {
    const demands = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`town ${i}`, { Cairo: i }]));
    const whole = { directed: false, multigraph: false, graph: { demands, stats: { nodes: 1 } }, nodes: [{ id: "Cairo" }], links: [] };
    const text = JSON.stringify(whole);
    expect(text.indexOf('"nodes":[')).toBeGreaterThan(detectionLength);
    expect(nodeLink.confidenceOf(text.slice(0, detectionLength))).toBe(0.95);
    expect(summaryOfText(nodeLink, text).nodes).toBe("Cairo");
  });

  test("of D3 names nodes by their places in the list, of Cytoscape has data, of JGF names before nodes", () => {
    expect(summaryOfText(nodeLink, '{"nodes":[{"name":"x"},{"name":"y"}],"links":[{"source":0,"target":1}]}')).toMatchObject({
      nodes: "x y",
      links: ["x-y"],
      notes: [],
    });
    const cytoscape =
      '{"elements":{"nodes":[{"data":{"id":"x"}},{"data":{"id":"y"}}],"edges":[{"data":{"source":"x","target":"y","speed":"40G"}}]}}';
    expect(summaryOfText(nodeLink, cytoscape)).toMatchObject({ nodes: "x y", links: ["x-y 40G"], notes: [] });
    const jgf = '{"graph":{"nodes":{"x":{"label":"X"},"y":{}},"edges":[{"source":"x","target":"y"}]}}';
    expect(summaryOfText(nodeLink, jgf)).toMatchObject({ nodes: "X y", links: ["X-y"], notes: [] });
  });

  test("says by their lines what nodes and links cannot be read, in whatever order the lists stand", () => {
    const text = [
      "{",
      '"links": [',
      '{"source": "a", "target": "b"},',
      '{"source": "a"},',
      "7",
      "],",
      '"nodes": [',
      '{"id": "a"},',
      "null",
      "]}",
    ];
    expect(summaryOfText(nodeLink, text.join("\n"))).toMatchObject({
      nodes: "a b",
      links: ["a-b"],
      notes: [
        '3: names "b", which is not in the list of nodes; it is added as a node',
        '4: is not a link; expected a link such as {"source": "a", "target": "b"}',
        '5: is not a link; expected a link such as {"source": "a", "target": "b"}',
        '9: is not a node; expected a node such as {"id": "a"}',
      ],
    });
  });

  test("that is no JSON, or has no nodes, is refused", () => {
    const refused = (text: string) => nodeLink.read(text).refused;
    const remedy = "Check whether the file is cut off or damaged.";
    expectWording(refused('{"nodes": [\n{"id": "a"},\n{"id": "b'), `line 3 … ${remedy}`);
    expectWording(refused("[".repeat(1_000_000)), `line 1 … ${remedy}`);
    expectWording(refused('{"nodes": [\n{"id": "a"},\n{"id":}\n]}'), `Line 3 … "}" … ${remedy}`);
    expectWording(nodeLink.read('{"nodes": 3, "links": []}').refused, '"nodes" … "links" … "edges"');
    expectWording(nodeLink.read('{"nodes": [], "links": []}').refused, "no nodes");
    const deep = `{"nodes": [{"id": "a"}], "links": [], "x": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(nodeLink.read(deep).network!.nodes.length).toBe(1);
  });

  test("has neighbours in place of links, each link from both of its ends (adjacency_data)", () => {
    const nodes = [{ id: "s1" }, { id: 7 }, { id: "h1" }];
    const adjacency = [[{ id: 7, capacity: "10G" }], [{ id: "s1", capacity: "10G" }, { id: "h1" }], [{ id: 7 }]];
    const document = { directed: false, multigraph: false, graph: [], nodes, adjacency };
    expect(summaryOfText(nodeLink, JSON.stringify(document))).toMatchObject({ links: ["s1-7 10G", "7-h1"], notes: [], refused: null });
    expect(summaryOfText(nodeLink, JSON.stringify({ ...document, directed: true }))).toMatchObject({
      links: ["s1-7 10G", "7-h1"],
      notes: [],
    });
  });

  test("may be one list of links, with nodes among them or without", () => {
    const bare = '[{"source": "a", "target": "b", "capacity": "10G"}, {"source": "b", "target": "c"}]';
    expect(nodeLink.confidenceOf(bare)).toBeGreaterThan(0.5);
    expect(summaryOfText(nodeLink, bare)).toMatchObject({ nodes: "a* b c*", links: ["a-b 10G", "b-c"], notes: [], refused: null });
    const elements = '[{"data": {"id": "x"}}, {"data": {"id": "y", "type": "host"}}, {"data": {"id": "xy", "source": "x", "target": "y"}}]';
    expect(summaryOfText(nodeLink, elements)).toMatchObject({ nodes: "x y*", links: ["x-y"], notes: [], refused: null });
  });

  test("has NaN and Infinity where Python writes them, but not within names", () => {
    const text =
      '{"nodes": [{"id": "NaN \\" -Infinity", "x": NaN}, {"id": 1}], "links": [{"source": 1, "target": "NaN \\" -Infinity", "rate": -Infinity}]}';
    expect(summaryOfText(nodeLink, text)).toMatchObject({
      nodes: 'NaN " -Infinity 1',
      links: ['1-NaN " -Infinity'],
      notes: [],
      refused: null,
    });
  });
});

test("a JSON error is reported as exactly as it is parsed", () => {
  const whole = '{"a": [1, -2.5e+3, true, null, "x\\u00e9\\n"], "b": {}, "c": [], "d": {"e": false}}';
  const parses = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  expect(parses(whole)).toBe(true);
  // A text that is cut anywhere ends too early. With an invalid character inserted, it is invalid from there.
  for (let at = 1; at < whole.length; at++) {
    if (parses(whole.slice(0, at))) continue;
    const cut = fabricscopeJson.read(whole.slice(0, at)).refused!;
    const isWithinWord = /[\w.+-]$/.test(whole.slice(0, at)) || whole[at - 1] === "\\";
    if (!isWithinWord) expect(cut, whole.slice(0, at)).toMatch(/^The JSON text is incomplete/);
    expect(fabricscopeJson.read(`${whole.slice(0, at)}\u0001${whole.slice(at)}`).refused).toMatch(/^Line 1 is not valid JSON from/);
  }
});

describe("a document of this program", () => {
  test.each(Object.entries<Param>(allParams))(
    "is known where it says no more than %s, and a fault in it is named at its place",
    async (name, param) => {
      for (const before of ["", '"version": 2, ', '"title": "A", ']) {
        // Networks of other programs also have "links", so this key alone does not identify a document.
        if (name === "links" && !before.includes("version")) continue;
        const text = `{${before}"${name}": ${JSON.stringify(writeParam(param, param.default))}}`;
        expect(await readText(text)).toMatchObject({ format: "own-json", refused: null });
      }
      const { document } = await readText(`{"version": 2, "${name}": true}`);
      expect(() => parseDocument(document)).toThrow(new RegExp(`^${name}(\\.kind)?: .*expected`));
    },
  );
  test("is handed on as it is", () => {
    expect(fabricscopeJson.read(sampleWith(fabricscopeJson, '"load": 0.3')).document).toEqual({
      version: 2,
      topology: { kind: "torus", sizes: [4, 4] },
      workload: { kind: "open-loop", load: 0.3 },
    });
    expectWording(fabricscopeJson.read("[]").refused, "not an object");
  });
});

test("counts numbers of links that are not understood, in all formats in which they may be called anything", async () => {
  const note = 'Not read, because their meaning is unknown: "weight" of 2 links.';
  const texts = [
    "from,to,weight\na,b,3\nb,c,\nc,d,5\n",
    "graph { a -- b [weight=3, color=red]; b -- c [weight=4]; c -- d; }",
    '{"multigraph": false, "directed": false, "nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "links": [{"source": "a", "target": "b", "weight": 3, "key": 0}, {"source": "b", "target": "c", "weight": 1.5}]}',
    '<graphml><key id="w" for="edge" attr.name="weight" attr.type="double"/><graph edgedefault="undirected"><node id="a"/><node id="b"/><node id="c"/><edge id="1" source="a" target="b"><data key="w">3</data></edge><edge id="2" source="b" target="c"><data key="w">3</data></edge></graph></graphml>',
  ];
  for (const text of texts) expect((await readText(text)).guesses, text).toContain(note);
});
