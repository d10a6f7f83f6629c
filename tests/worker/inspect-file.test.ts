/** A file is inspected in a worker: the facts about it, the document that results from it, and the channel of each port. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isThorough } from "../effort.ts";
import { nameOfNode } from "../../src/core/network/network.ts";
import { defaultDocument, writeDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { cycleSecondsOf } from "../../src/core/scenario/clock.ts";
import { defaultsOf } from "../../src/core/base/params.ts";
import { startRun } from "../../src/core/run/run.ts";
import { readNetworkOf } from "../../src/formats/from-network.ts";
import { writeText } from "../../src/formats/index.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { channelCountersOf, counterFrameOf, roundedMinSeconds } from "../../src/app/files/channel-counters.ts";
import { contentSummary, unreadSentence } from "../../src/app/files/file-sentences.ts";
import { frameLoads } from "../../src/views/readings/loads.ts";
import { FileInspector } from "../../src/worker/file-inspector.ts";
import { portKey } from "../../src/worker/port-channels.ts";

const currentDocument = writeDocument(defaultDocument());
const fabric = readFileSync("public/files/fabric.txt");
const inspectBytes = (bytes: Uint8Array, options = {}) => new FileInspector(bytes, () => undefined).inspect(currentDocument, options);
const inspectText = (text: string, options = {}) => inspectBytes(new TextEncoder().encode(text), options);

describe("a file is looked at", () => {
  test("a fabric: what it is, its counts, its three faults, and what could not be read", async () => {
    const found = await inspectBytes(fabric);
    expect(contentSummary(found)).toMatch(/^ibnetdiscover, 12.switches, 128.hosts, 191.links, 188 of them 4xNDR, 3 of them 4xHDR\.$/);
    if (found.contents?.is !== "network") throw new Error("no network");
    const { found: family, network } = found.contents;
    expect(family?.title).toBe("two-level thin tree");
    const sentences = family!.irregularities.map((each) => each.sentence).join("\n");
    for (const name of ["leaf 3", "spine 2", "leaf 6", "spine 1", "spine 4", "node037", "node038", "node090"])
      expect(sentences).toContain(name);
    expect(network).toMatchObject({ terminals: 128, switches: 12 });
    // Leaves are ordered by their names, whatever their order in the file.
    expect(Array.from({ length: 8 }, (_, i) => nameOfNode(network!, 128 + i))).toEqual(
      Array.from({ length: 8 }, (_, i) => `leaf ${i + 1}`),
    );
    expect(found.unread).toBe(2);
    expect(unreadSentence(found.unread, found.lines)).toMatch(/^2 of 1.228.lines could not be read\.$/);
  });

  test("progress is reported, and never goes back", async () => {
    const parts: number[] = [];
    const text = Array.from({ length: isThorough ? 200_000 : 90_000 }, (_, i) => `a${i},b${i % 977}`).join("\n");
    await new FileInspector(new TextEncoder().encode(`from,to\n${text}`), (part) => parts.push(part)).inspect(currentDocument, {});
    expect(parts.length).toBeGreaterThan(2);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(parts.at(-1)).toBeLessThanOrEqual(1);
  });

  test("an unreadable file is reported with its first line", async () => {
    const found = await inspectText("\n  Dear diary,\ntoday nothing happened.\n");
    expect(found).toMatchObject({ format: null, contents: null, firstLine: "Dear diary," });
    expect(found.refused).toContain("ibnetdiscover");
    expect(await inspectBytes(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 1))).toMatchObject({
      format: null,
      contents: null,
    });
  });

  test("it may be read as something else, and columns may mean something else", async () => {
    const text = "x,y,z\na,b,5\nb,c,7\nc,a,9\n";
    const guessed = await inspectText(text, { format: "edge-list" });
    expect(guessed).toMatchObject({ format: { id: "edge-list" }, contents: { is: "network", links: 3 } });
    const given = await inspectText(text, { format: "messages", columns: { source: 0, destination: 1, bytes: 2 } });
    expect(given).toMatchObject({ format: { id: "messages" }, contents: { is: "traffic", entries: 3, bytes: 21 } });
  });

  test("a scenario is handed on as it is", async () => {
    const text = JSON.stringify({ topology: { kind: "torus" }, workload: { kind: "open-loop" } });
    expect(await inspectText(text)).toMatchObject({ contents: { is: "document", text } });
  });

  test("who sends to whom is summed in blocks, and nothing of it is lost", async () => {
    const list = Array.from({ length: 500 }, (_, i) => `${i % 200},${(i * 7 + 1) % 200},${i}`);
    const found = await inspectText(`source,destination,bytes\n${list.join("\n")}\n`);
    if (found.contents?.is !== "traffic") throw new Error("no traffic");
    const { pairs, bytes } = found.contents;
    expect(pairs).toMatchObject({ block: 4, side: 50 });
    expect(pairs.sums.reduce((sum, value) => sum + value, 0)).toBe(bytes);
  });
});

describe("a file is used", () => {
  test("its network takes the place of the one at hand, and runs", async () => {
    const look = new FileInspector(fabric, () => undefined);
    await look.inspect(currentDocument, {});
    const used = await look.apply(currentDocument);
    if (!used.ok) throw new Error("refused");
    const document = parseDocument(used.value.document);
    // Some hosts have slower adapters, so loads are relative to each terminal's channel. The user has chosen no pattern, so it is uniform.
    const { kind, values } = defaultDocument().workload;
    expect(document.workload).toEqual({ kind, values: { ...values, loadOf: "channel", pattern: { kind: "uniform", values: {} } } });
    expect((await startRun(document)).plan.network).toMatchObject({ terminals: 128, switches: 12 });
  });

  test("it is used as it was read last, in the document that is there by then", async () => {
    const look = new FileInspector(new TextEncoder().encode("x,y,z\na,b,5\nb,c,7\nc,a,9\n"), () => undefined);
    const take = async (document: unknown) => {
      const used = await look.apply(document);
      if (!used.ok) throw new Error("refused");
      return parseDocument(used.value.document);
    };
    const [ring, other] = [
      { kind: "torus", sizes: [8] },
      { kind: "mesh", sizes: [9] },
    ].map((topology) => ({ ...currentDocument, topology }));
    await look.inspect(ring, { format: "edge-list" });
    expect((await take(ring)).topology.kind).toBe("drawn");
    await look.inspect(ring, { format: "messages", columns: { source: 0, destination: 1, bytes: 2 } });
    expect(await take(ring)).toMatchObject({ topology: { kind: "torus" }, workload: { kind: "messages" } });
    expect(await take({ ...other, seed: 5 })).toMatchObject({ topology: { kind: "mesh" }, workload: { kind: "messages" }, seed: 5 });
    expect(await take(ring)).toMatchObject({ topology: { kind: "torus" }, workload: { kind: "messages" }, seed: 1 });
  });

  test("ports of the file are channels of the network, and counters on them are loads", async () => {
    const look = new FileInspector(fabric, () => undefined);
    await look.inspect(currentDocument, {});
    const used = await look.apply(currentDocument);
    if (!used.ok || used.value.ports === null) throw new Error("no ports");
    const { ports } = used.value;
    const document = parseDocument(used.value.document);
    const { network } = (await startRun(document)).plan;
    const named = (node: string, port: number) => {
      const c = ports.get(portKey(node, port))!;
      return [nameOfNode(network, network.tail[c]), nameOfNode(network, network.head[c])];
    };
    // Ports are found by name and by id, as the file has them. The uplinks of leaf 1 begin at port 17, two links to each spine.
    expect(named("leaf 1", 17)).toEqual(["leaf 1", "spine 1"]);
    expect(named("Leaf 1", 18)).toEqual(["leaf 1", "spine 1"]);
    expect(named("leaf 1", 19)).toEqual(["leaf 1", "spine 2"]);
    expect(named("leaf 2", 3)).toEqual(["leaf 2", "node019 HCA-1"]);
    expect(ports.get(portKey("leaf 1", 17))).not.toBe(ports.get(portKey("leaf 1", 18)));
    // Every connected port of a switch is a different channel.
    expect(new Set(ports.values()).size).toBe(network.head.length);

    const opened = { network, links: (await startRun(document)).plan.links } as Parameters<typeof channelCountersOf>[2];
    const counted = channelCountersOf(
      [
        { node: "leaf 1", port: 17, sent: 5e12, received: 1e12, waited: 7 },
        { node: "spine 1", port: 1, sent: 3e12 },
        { node: "elsewhere", port: 1, sent: 9e12 },
      ],
      ports,
      opened,
      document,
    );
    expect(counted.matchedPorts).toBe(2);
    expect(counted.busiest).toBe("leaf 1 → spine 1");
    // 5 TB take 100 s at 50 GB/s.
    expect(counted.minSeconds).toBeCloseTo(100, 6);
    const frame = counterFrameOf(counted, opened, document, 200);
    const loads = frameLoads({ frame, cycle: 1, links: opened.links });
    const channel = ports.get(portKey("leaf 1", 17))!;
    expect(loads.share(channel)).toBeCloseTo(0.5, 9);
    expect(loads.waiting(channel)).toBe(7);
    // For the reverse channel, the sender's count has priority over the receiver's.
    expect(loads.share(network.reverse[channel])).toBeCloseTo(0.3, 9);
    expect(cycleSecondsOf(document)).not.toBeNull();
  });

  test("the time that is proposed for counters is enough for them", () => {
    expect([0, 100, 1.0044, 99.96, 0.12341].map(roundedMinSeconds)).toEqual([0, 100, 1.01, 100, 0.124]);
    for (let i = 1; i < 5000; i++) {
      const least = 1e-3 * 1.004 ** i;
      expect(roundedMinSeconds(least)).toBeGreaterThanOrEqual(least * (1 - 1e-9));
      expect(roundedMinSeconds(least)).toBeLessThanOrEqual(least * 1.01);
    }
  });

  test("a network that is refused changes nothing, and says what would fit", async () => {
    const star = Array.from({ length: 20_000 }, (_, i) => `hub,host${i}`).join("\n");
    const found = await inspectText(`from,to\n${star}\n`);
    expect(found.issues.length + Number(found.refused !== null)).toBeGreaterThan(0);
    expect(JSON.stringify(found.issues) + String(found.refused)).toMatch(/16,384/);
  });
});

test("a network that was numbered anew keeps its ports, whatever its nodes are called", async () => {
  const torus = allTopologies.get("torus");
  const network = torus.build({ ...defaultsOf(torus.params), sizes: [8, 4] });
  const { nodes, links } = readNetworkOf(network);
  // Nodes in reverse order.
  const last = nodes.length - 1;
  const turned = { nodes: nodes.toReversed(), links: links.map((link) => ({ ...link, a: last - link.a, b: last - link.b })) };
  for (const format of ["graphml", "ibnetdiscover", "edge-list"]) {
    const look = new FileInspector(new TextEncoder().encode(await writeText(format, { network: turned })), () => undefined);
    await look.inspect(currentDocument, {});
    const used = await look.apply(currentDocument);
    if (!used.ok) throw new Error("refused");
    const built = allTopologies
      .get(parseDocument(used.value.document).topology.kind)
      .build(parseDocument(used.value.document).topology.values);
    expect(new Set(used.value.ports?.values()).size, format).toBe(network.head.length);
    for (const { a, b, aPort } of links.slice(-20)) {
      // This format has its own ids and counts ports from 1.
      const isOwn = format === "ibnetdiscover";
      const { id, name = id } = nodes[a];
      const channel = used.value.ports!.get(isOwn ? portKey(name, aPort! + 1) : portKey(id, aPort!))!;
      expect([nameOfNode(built, built.tail[channel]), nameOfNode(built, built.head[channel])], format).toEqual(
        [a, b].map((n) => nodes[n].name ?? nameOfNode(network, n)),
      );
    }
  }
});
