/** Tests that the format of every text is recognized by its content alone. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { detectionLength } from "../../src/formats/contract.ts";
import { formats, readText, detectFormats } from "../../src/formats/index.ts";
import { samples } from "./samples.ts";
import { expectWording } from "../wording/wording.ts";

const recognizedFormat = (text: string) => detectFormats(text)[0]?.format.id ?? null;
/** Comments that may precede a text of a format. */
const commentOf: Readonly<Record<string, string>> = {
  goal: "// by schedgen\n",
  graphml: "<!-- by hand -->\n",
  gexf: "<!-- by hand -->\n",
  dot: "// by hand\n",
  "node-link": "",
  "own-json": "",
  counters: "",
  anynet: "",
};

const allSamples = formats.flatMap(({ id }) => (samples[id] ?? []).map((text, i) => [`${id} ${i + 1}`, id, text] as const));

describe("a text is recognised", () => {
  it.each(allSamples)("as it is printed: %s", (_, id, text) => {
    expect(recognizedFormat(text)).toBe(id);
  });

  it.each(allSamples)("with other line ends, a mark before it, blank lines and a comment: %s", (_, id, text) => {
    const comment = commentOf[id] ?? "# by hand\n";
    expect(
      [
        text.replaceAll("\n", "\r\n"),
        text.replaceAll("\n", "\r"),
        `\uFEFF${text}`,
        `\n\n${text}\n\n`,
        comment + text,
        comment.repeat(3) + text,
        text.trimEnd(),
      ].map(recognizedFormat),
    ).toEqual(Array.from({ length: 7 }, () => id));
  });

  it.each(allSamples.filter(([, id]) => !/^(graphml|gexf|node-link|own-json|slurm-yaml|dot)$/.test(id)))(
    "by its beginning alone: %s",
    (_, id, text) => {
      // A matrix has no more rows than columns.
      if (id.endsWith("matrix")) return expect(recognizedFormat(text)).toBe(id);
      const lines = text.split("\n").slice(0, -1);
      const rest = lines.at(-1)!;
      const long = [...lines, ...Array.from({ length: Math.ceil(detectionLength / rest.length) }, () => rest)].join("\n");
      expect(long.length).toBeGreaterThan(detectionLength);
      return expect(recognizedFormat(long)).toBe(id);
    },
  );

  it("and else refused with its first line and what can be read", async () => {
    const strange = [
      "Dear all,\nthe cluster is down again.\nWe are sorry.\n",
      '{"a": 1}',
      "42",
      "x",
      "#!/bin/sh\necho hello | tee out\n",
      "%PDF-1.4",
    ];
    for (const text of strange) {
      const reading = await readText(text);
      expect(reading.refused, text).toMatch(
        /^The format of a text that begins with ".*" is unknown\. Formats that can be read: .*GOAL.*\.$/,
      );
      expect(reading.refused).toContain(text.split("\n")[0].slice(0, 20));
    }
    for (const empty of ["\n\n", "\uFEFF"]) expect((await readText(empty)).refused).toBe((await readText("")).refused);
    expectWording((await readText("")).refused, "empty … GOAL");
  });
});

describe("what is known, and cannot be read, is called by its name", () => {
  it.each([
    ["iblinkinfo", '  3  1[  ] ==( 4X  53.125 Gbps Active/  LinkUp)==>  5  1[  ] "node01" ( )\n'],
    ["without their links", 'Switch\t: 0xb8599f0300aa0000 ports 41 "leaf 1" enhanced port 0 lid 3 lmc 0\n'],
    ["htsim", "# tiers\nNodes 32\nTiers 2\nPodsize 32\n\nTier 0\nDownlink_speed_Gbps 200\nRadix_Down 4\n"],
    ["ASTRA-sim", "topology: [ Ring, Switch ]\nnpus_count: [ 2, 4 ]\nbandwidth: [ 200.0, 50.0 ]\nlatency: [ 50.0, 2000.0 ]\n"],
    ["BookSim", "// a torus\ntopology = torus;\nk = 8;\nn = 2;\n"],
    ["Containerlab", 'name: lab\ntopology:\n  nodes:\n    a:\n      kind: linux\n  links:\n    - endpoints: ["a:eth1", "b:eth1"]\n'],
    ["slurm.conf", "ClusterName=linux\nNodeName=n[1-4] CPUs=2 State=UNKNOWN\n"],
    ["NCCL", '<system version="1">\n  <cpu numaid="0" arch="x86_64">\n  </cpu>\n</system>\n'],
    ["hwloc", '<?xml version="1.0"?>\n<topology version="2.0">\n  <object type="Machine" os_index="0"/>\n</topology>\n'],
    ["Pajek", '*Vertices 3\n1 "a"\n2 "b"\n3 "c"\n*Edges\n1 2\n2 3\n'],
    ["GML", 'graph [\n  node [ id 0 label "a" ]\n  node [ id 1 label "b" ]\n  edge [ source 0 target 1 ]\n]\n'],
    ["draw.io", '<mxfile host="app"><diagram><mxGraphModel/></diagram></mxfile>\n'],
    ["XGMML", '<?xml version="1.0"?>\n<graph label="n" xmlns="http://www.cs.rpi.edu/XGMML"><node id="1" label="a"/></graph>\n'],
    ["SimGrid", '<?xml version="1.0"?>\n<platform version="4.1">\n  <zone id="w" routing="Full"/>\n</platform>\n'],
    ["SNDlib", "?SNDlib native format; type: network; version: 1.0\nNODES (\n)\n"],
    ["Git LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"],
    [
      "BRITE",
      "Topology: ( 2 Nodes, 1 Edges )\nModel ( 2 ): 2 1000 100\n\nNodes: ( 2 )\n0 20.0 8.0 1 1 -1 RT_NODE\n1 6.0 2.0 1 1 -1 RT_NODE\n\nEdges: ( 1 ):\n0 0 1 52.7 1.7 10.0 -1 -1 E_RT U\n",
    ],
    ["ndnSIM", "router\n\n# node comment yPos xPos\na NA 1 3\nb NA 3 3\n\nlink\n\n# srcNode dstNode bandwidth\na b 10Mbps 1 10ms 20\n"],
    ["REPETITA", "NODES 2\nlabel x y\n0 1 2\n1 3 4\n\nEDGES 1\nlabel src dest weight bw delay\nedge_0 0 1 1 1000 10\n"],
    ["Rocketfuel", "1 @Town,+A bb (2) -> <2> <3> =r1.a.net r0\n2 @Town,+A bb (2) &1 -> <1> <3> {-4} =r2.a.net! r0\n"],
    ["Rocketfuel", "Town,+A12 Burg,+B3 2\nBurg,+B3 Hill,+C1 4.5\n"],
    ["DIMACS", "c a ring\np edge 3 3\ne 1 2\ne 2 3\ne 3 1\n"],
    ["GraphBase", '* GraphBase graph (util_types ZZ,4V,8A)\n"x",4\n* Vertices\n"0",A0,0,0\n'],
    ["CAIDA", "# links\nT\t1\t2\nD\t1\t2\t3\nD\t2\t3\t4\n"],
    ["Inet", "3 2\n0\t562\t247\n1\t450\t409\n2\t986\t214\n0\t1\t197\n1\t2\t425\n"],
    ["Inet", `400 900\n${Array.from({ length: 400 }, (_, n) => `${n} ${7 * n} ${3 * n}\n`).join("")}0 1 5\n`],
    ["METIS", "4 5\n2 3\n1 3 4\n1 2 4\n2 3\n"],
    ["METIS", "% a ring\n4 4\n2 4\n1 3\n2 4\n3 1\n"],
    ["METIS", "4 4 001\n2 5 4 7\n1 5 3 2\n2 2 4 9\n3 9 1 7\n"],
    ["METIS", "4 4 011 2\n8 9 2 5 4 7\n8 9 1 5 3 2\n% a node\n8 9 2 2 4 9\n8 9 3 9 1 7\n"],
    ["METIS", "4 4 110\n6 1 2 4\n6 1 1 3\n6 1 2 4\n6 1 3 1\n"],
    ["web page", "<!DOCTYPE html>\n<html><body>404</body></html>\n"],
    ["Python", "import networkx as nx\nG = nx.path_graph(4)\n"],
  ])("%s", async (word, text) => {
    const { refused } = await readText(text);
    expect(refused).toMatch(/^This .*\. [A-Z].*\.$/);
    expect(refused).toContain(word);
  });

  it("but nothing is that can be read", async () => {
    for (const text of Object.values(samples).flat()) expect((await readText(text)).refused ?? "").not.toMatch(/^This /);
  });
});

describe("what may be two things", () => {
  it("is a network where a square table is 0 and 1 and symmetric, else traffic; and that is said", async () => {
    const network = "0 1 1\n1 0 0\n1 0 0\n";
    const traffic = "0 1 1\n1 0 0\n0 0 0\n";
    expect([recognizedFormat(network), recognizedFormat(traffic)]).toEqual(["adjacency-matrix", "traffic-matrix"]);
    expectWording((await readText(network)).guesses[0], "Adjacency matrix … Traffic matrix");
    expectWording((await readText(traffic)).guesses[0], "Traffic matrix … Adjacency matrix");
    expect((await readText(network, { format: "traffic-matrix" })).traffic).toMatchObject({ is: "rates", unit: "share" });
  });

  it("is traffic where its corner says so, be its names those of heads of links", () => {
    for (const corner of ["phits/cycle", "share", "Gb/s", "B/s"])
      expect(recognizedFormat(`${corner},a,b\na,0,0.3\nb,0.2,0\n`)).toBe("traffic-matrix");
  });

  it("is messages where a table has bytes, else links", () => {
    expect(recognizedFormat("source,destination,bytes\na,b,5\n")).toBe("messages");
    expect(recognizedFormat("source,destination\na,b\nb,c\n")).toBe("edge-list");
    expect(recognizedFormat("source,destination,length (m)\na,b,5\n")).toBe("edge-list");
  });

  it("is what somebody says", async () => {
    expect((await readText("0 1 64 0\n1 2 64 5\n", { format: "edge-list" })).network?.links.length).toBe(2);
    expectWording((await readText("x", { format: "goals" })).refused, '"goals" … Choose one of: ');
  });
});

it("lists every format once, with what people need to know of it", () => {
  expect(new Set(formats.map(({ id }) => id)).size).toBe(formats.length);
  for (const { id, title, extension, source, limitations } of formats) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(title.trim().length * source.length).toBeGreaterThan(0);
    expect(extension).toMatch(/^[a-z]+$/);
    for (const sentence of limitations) expect(sentence).toMatch(/^[A-Z0-9].*\.$/);
  }
});

it("tells in the README what each format carries and cannot say", () => {
  const readme = readFileSync(new URL("../../src/formats/README.md", import.meta.url), "utf8");
  const rows = formats.map(
    ({ title, contentKind, write, limitations }) =>
      `| ${title} | ${contentKind} | ${write === undefined ? "in" : "in, out"} | ${limitations.join(" ")} |`,
  );
  expect(readme.split("\n").filter((line) => rows.includes(line))).toEqual(rows);
});
