/** Tests of traffic as tables: matrices, messages and counters, against numbers counted by hand. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReadResult, ReadTraffic } from "../../src/formats/contract.ts";
import { readText } from "../../src/formats/index.ts";
import { counters } from "../../src/formats/traffic/counters.ts";
import { htsim } from "../../src/formats/traffic/htsim.ts";
import { maxMatrixNames, maxMatrixRates, trafficMatrix } from "../../src/formats/traffic/matrix.ts";
import { messages, maxReadMessages } from "../../src/formats/traffic/messages.ts";
import { rateUnitFactor, sizeUnitFactor, timeUnitFactor } from "../../src/formats/traffic/units.ts";
import { cases, thoroughTest } from "../effort.ts";
import { expectWording } from "../wording/wording.ts";

const runs = { numRuns: cases(200) };
const remarksOf = (reading: ReadResult) => ({ refused: reading.refused, unread: reading.unread, guesses: reading.guesses });
const noRemarks = { refused: null, unread: 0, guesses: [] };
const noteTexts = ({ notes }: ReadResult) => notes.map(({ line, why }) => `${line}: ${why}`);

describe("a matrix of traffic", () => {
  const read = (text: string) => trafficMatrix.read(text);

  it("has its unit in its corner, and names on both sides", () => {
    const reading = read("Gb/s,a,b,c\na,0,8,0.5\nb,1,0,0\nc,,-,0\n");
    expect(remarksOf(reading)).toEqual(noRemarks);
    expect(reading.traffic).toEqual({
      is: "rates",
      names: ["a", "b", "c"],
      cells: [
        [0, 1, 1e9],
        [0, 2, 62.5e6],
        [1, 0, 125e6],
      ],
      unit: "bytes/s",
    });
  });

  it.each([
    ["MB/s", 1e6],
    ["Traffic [GB/s]", 1e9],
    ["Mbps", 125e3],
    ["MiB/s", 2 ** 20],
    ["from \\ to (kb/s)", 125],
  ])("in %s", (corner, factor) => {
    expect(read(`${corner}\ta\tb\na\t0\t2\nb\t0\t0\n`).traffic).toMatchObject({ unit: "bytes/s", cells: [[0, 1, 2 * factor]] });
  });

  it("has its unit in a comment or on a separate line, or says phits or shares", () => {
    for (const before of ["# rates in Gb/s\n", "Gb/s\n", "// Gb/s\n"])
      expect(read(`${before}0 1\n2 0\n`).traffic).toMatchObject({
        unit: "bytes/s",
        cells: [
          [0, 1, 125e6],
          [1, 0, 250e6],
        ],
      });
    expect(read("phits/cycle,a,b\na,0,0.5\nb,0,0\n").traffic).toMatchObject({ unit: "phits/cycle", cells: [[0, 1, 0.5]] });
    const bare = read("0 1\n2 0\n");
    expect(bare.traffic).toMatchObject({ unit: "share", names: ["0", "1"] });
    expectWording(bare.guesses, "shares of the load");
    expectWording(read("MB,a,b\na,0,1\nb,0,0\n").guesses, "MB … shares of the load");
  });

  it("may name its rows in another order than its columns, and some on one side only", () => {
    const { traffic } = read("Gb/s,a,b\nb,8,0\nc,16,24\n");
    expect(traffic).toEqual({
      is: "rates",
      names: ["a", "b", "c"],
      cells: [
        [1, 0, 1e9],
        [2, 0, 2e9],
        [2, 1, 3e9],
      ],
      unit: "bytes/s",
    });
  });

  it("may be written with commas before decimals and points between thousands", () => {
    expect(read(";n1;n2\nn1;;0,25\nn2;1.234,5;\n").traffic).toMatchObject({
      cells: [
        [0, 1, 0.25],
        [1, 0, 1234.5],
      ],
    });
  });

  it("tells what is no rate, what is missing, and what nodes send to themselves", () => {
    const reading = read("Gb/s,a,b,c\na,5,y,1\nb,-1,0\nc,1,1,0,9\n");
    expect(noteTexts(reading)).toEqual([
      '2: "y" in column 2 is not a rate of 0 or more',
      "3: has 2 of 3 values: missing values are read as 0",
      '3: "-1" in column 1 is not a rate of 0 or more',
      "4: has 4 values; there are 3 columns",
    ]);
    expectWording(reading.guesses, "traffic of a node to itself");
    expect(reading.traffic).toMatchObject({
      cells: [
        [0, 2, 125e6],
        [2, 0, 125e6],
        [2, 1, 125e6],
      ],
    });
  });

  it("is refused where it is not square, empty, silent or too large, with what fits", () => {
    expectWording(read("0 1 2\n3 0 4\n").refused, "2 rows … 3 columns");
    expect(read("# nothing\n").refused).toMatch(/^The matrix is empty/);
    expectWording(read("0 0\n0 0\n").refused, "are 0");
    const wide = Array.from({ length: maxMatrixNames + 1 }, () => "1").join(" ");
    expectWording(read(`${wide}\n${wide}\n`).refused, "16,385 rows … 16,384");
    const full = Array.from({ length: 1025 }, () => Array.from({ length: 1025 }, () => 1).join(",")).join("\n");
    expectWording(
      read(full).refused,
      `${(1025 * 1025).toLocaleString("en-US")} rates … above 0 … at most ${maxMatrixRates.toLocaleString("en-US")}`,
    );
  });

  it("is the same when it has been written and read again", () => {
    const matrix = fc
      .uniqueArray(fc.oneof(fc.string({ minLength: 1, maxLength: 8 }), fc.nat(50).map(String)), {
        minLength: 2,
        maxLength: 7,
        selector: (name) => name.trim(),
      })
      .map((names) => names.map((name) => name.trim()).filter((name) => name !== "" && !/[\r\n\0]/.test(name)))
      .filter((names) => names.length >= 2)
      .chain((names) =>
        fc.record({
          names: fc.constant(names),
          unit: fc.constantFrom("bytes/s" as const, "phits/cycle" as const, "share" as const),
          cells: fc
            .uniqueArray(fc.tuple(fc.nat(names.length - 1), fc.nat(names.length - 1), fc.double({ min: 1e-6, max: 1e12, noNaN: true })), {
              minLength: 1,
              maxLength: 12,
              selector: ([a, b]) => a * 100 + b,
            })
            .map((cells) => cells.filter(([a, b]) => a !== b).toSorted((a, b) => a[0] - b[0] || a[1] - b[1])),
        }),
      )
      .filter(({ cells }) => cells.length > 0);
    fc.assert(
      fc.property(matrix, ({ names, unit, cells }) => {
        const traffic: ReadTraffic = { is: "rates", names, cells, unit };
        const reading = read(trafficMatrix.write!({ traffic }));
        expect(reading.traffic).toEqual(traffic);
        expect(reading.unread).toBe(0);
      }),
      runs,
    );
  });

  it("is known although some of its values are none", async () => {
    const { traffic, notes } = await readText(",h0,h1,h2\nh0,0,10,20\nh1,5,0,5\nh2,1e999,NaN,3\n");
    expect(traffic).toMatchObject({ is: "rates", names: ["h0", "h1", "h2"] });
    expect(notes).toEqual([{ line: 4, text: "h2,1e999,NaN,3", why: '"1e999" in column 1 is not a rate of 0 or more' }]);
  });

  it("says in one sentence that names occur again", () => {
    const one = trafficMatrix.read("x,a,a,b\na,0,1,2\nb,1,0,2\nb,1,0,2\n").guesses;
    expectWording(one, '"a" … "a (2)" … "b"');
    const names = Array.from({ length: 400 }, (_, i) => `n${i % 200}`);
    const many = trafficMatrix.read(
      [`x,${names.join(",")}`, ...names.map((name) => `${name},${names.map(() => "1").join(",")}`)].join("\n"),
    );
    expect(many.guesses.filter((each) => each.includes('"n0", and so with 199 more names')).length).toBe(2);
    expect(many.guesses.length).toBeLessThan(6);
  });
});

describe("a list of messages", () => {
  const read = (text: string, columns?: Record<string, number>) => messages.read(text, columns === undefined ? {} : { columns });

  it("has columns in any order, with units in heads and cells", () => {
    const reading = read("start (us);to;size [KiB];from\n0;3;4;7\n1.5;7;2;10\n2 ms;10;1 MB;3\n");
    expect(remarksOf(reading)).toEqual(noRemarks);
    expect(reading.columns).toEqual({
      names: ["start (us)", "to", "size [KiB]", "from"],
      roles: ["source", "destination", "bytes", "time"],
      assigned: { source: 3, destination: 1, bytes: 2, time: 0 },
    });
    expect(reading.traffic).toEqual({
      is: "messages",
      names: ["3", "7", "10"],
      list: [
        { source: 1, destination: 0, bytes: 4096, time: 0 },
        { source: 2, destination: 1, bytes: 2048, time: 1.5e-6 },
        { source: 0, destination: 2, bytes: 1e6, time: 2e-3 },
      ],
      timeIn: "seconds",
    });
  });

  it("may have neither heads nor times", () => {
    const reading = read("b\ta\t64\na\tb\t128\n");
    expect(reading.traffic).toEqual({
      is: "messages",
      names: ["b", "a"],
      list: [
        { source: 0, destination: 1, bytes: 64, time: 0 },
        { source: 1, destination: 0, bytes: 128, time: 0 },
      ],
      timeIn: "cycles",
    });
    expectWording(reading.guesses, "source, destination, bytes … at time 0");
    expectWording(read("src,dst,bytes,time\n0,1,8,3\n").guesses, "cycles");
    expect(read("src,dst,bytes,cycle\n0,1,8,3\n").guesses).toEqual([]);
    const flows = read("rank_src,rank_dst,msg_bytes,time_ms\n0,1,8,3\n");
    expect([flows.guesses, flows.traffic]).toMatchObject([[], { timeIn: "seconds", list: [{ bytes: 8, time: 3e-3 }] }]);
  });

  it("may count its times from a day long past, in seconds with a point", () => {
    const reading = read("src_host,dst_host,nbytes,timestamp\nh1,h2,8,1714640000.5\nh2,h1,8,1714640000.25\n");
    expect(reading.traffic).toMatchObject({ timeIn: "seconds", list: [{ time: 0.25 }, { time: 0 }] });
    expectWording(reading.guesses, "seconds … 1714640000.25");
  });

  it("has the columns that somebody gives", () => {
    const text = "x,y,z,w\n1,2,3,400\n";
    const { refused, columns } = read(text);
    expectWording(refused, "source … destination … bytes");
    expect(columns?.names).toEqual(["x", "y", "z", "w"]);
    expect(read(text, { source: 2, destination: 0, bytes: 3 }).traffic).toMatchObject({
      names: ["1", "3"],
      list: [{ source: 1, destination: 0, bytes: 400 }],
    });
  });

  it("tells rows that are no message", () => {
    const reading = read('src,dst,bytes,time (ns)\n0,1,64,5\n0,0,64,6\n,1,64,7\n1,2,none,8\n1,2,0,9\n1,2,64,-1\n1,2,64\n"1,2,3\n');
    expect(noteTexts(reading)).toEqual([
      '3: goes from "0" to itself',
      "4: has no source",
      '5: expected bytes from 1 to 10^12, not "none"',
      '6: expected bytes from 1 to 10^12, not "0"',
      '7: expected a time of 0 or more, not "-1"',
      '8: expected a time of 0 or more, not ""',
      "9: opens a quotation mark that is not closed on the same line",
    ]);
    expect(reading.traffic).toMatchObject({ list: [{ bytes: 64, time: 5e-9 }] });
  });

  it("is refused where it is empty", () => {
    expect(read("src,dst,bytes\n").refused).toMatch(/^No message could be read/);
    expect(read("# nothing\n").refused).toMatch(/^The list is empty/);
  });

  thoroughTest("is refused where it is too long, with the count", () => {
    expectWording(read(`src,dst,bytes\n${"0,1,64\n".repeat(maxReadMessages + 7)}`).refused, "2,000,007 messages … 2,000,000");
  });

  it("is the same when it has been written and read again", () => {
    const list = fc.array(
      fc.record({ source: fc.nat(5), destination: fc.nat(5), bytes: fc.integer({ min: 1, max: 1e12 }), time: fc.nat(1e9) }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(list, fc.boolean(), fc.boolean(), (all, isNamed, isInSeconds) => {
        const usedMessages = all
          .filter(({ source, destination }) => source !== destination)
          .map((message) => (isInSeconds ? { ...message, time: message.time / 1024 } : message));
        fc.pre(usedMessages.length > 0);
        // Names are in order of first occurrence, numbers in ascending order.
        const usedTerminals = [...new Set(usedMessages.flatMap(({ source, destination }) => [source, destination]))];
        const order = isNamed ? usedTerminals : usedTerminals.toSorted((a, b) => a - b);
        const traffic: ReadTraffic = {
          is: "messages",
          names: order.map((place) => (isNamed ? `n,${place}` : String(10 * place))),
          list: usedMessages.map((message) => ({
            ...message,
            source: order.indexOf(message.source),
            destination: order.indexOf(message.destination),
          })),
          timeIn: isInSeconds ? "seconds" : "cycles",
        };
        const reading = read(messages.write!({ traffic }));
        expect(remarksOf(reading)).toEqual(noRemarks);
        expect(reading.traffic).toEqual(traffic);
      }),
      runs,
    );
  });
});

describe("a connection matrix of htsim", () => {
  it("has starts in picoseconds; operations that a trigger begins are reported, and so are unknown ones", () => {
    const reading = htsim.read(
      "Nodes 8\nConnections 5\nTriggers 1\n1->0 id 1 start 0 size 2000000\n2->0 id 2 start 1500000 size 64 send_done_trigger 1\n3->0 id 3 trigger 1 size 5\n4->4 start 0 size 5\n5->0 start 0 size 5 colour red\n6->0 start 0\ntrigger id 1 oneshot\n",
    );
    expect(reading.traffic).toEqual({
      is: "messages",
      names: ["0", "1", "2", "3", "4", "5", "6", "7"],
      list: [
        { source: 1, destination: 0, bytes: 2e6, time: 0 },
        { source: 2, destination: 0, bytes: 64, time: 1.5e-6 },
      ],
      timeIn: "seconds",
    });
    expect(noteTexts(reading)).toEqual([
      "6: is started by trigger 1, so its start time is unknown",
      "7: goes from 4 to itself",
      '8: has the key "colour"; known keys are start, size, id, msg, prio, send_done_trigger, recv_done_trigger',
      "9: expected a size of 1 byte or more",
      "10: triggers are not read",
    ]);
    expectWording(htsim.read("1->0 start 0 size 64\n").guesses, "2 nodes … 1 … announces 0");
  });
});

describe("what ports have counted", () => {
  it("is a table; InfiniBand counts words of four bytes", () => {
    const reading = counters.read("NodeGUID,PortNumber,PortXmitData,PortRcvData,PortXmitWait\n0x1,1,10,20,5\n0x1,2,0,1,\n");
    expect(reading.counters).toEqual([
      { node: "0x1", port: 1, sent: 40, received: 80, waited: 5 },
      { node: "0x1", port: 2, sent: 0, received: 4 },
    ]);
    expectWording(reading.guesses, '"PortXmitData" … "PortRcvData"');
    // A 32-bit counter at its maximum may have missed further traffic.
    const full = counters.read("node,port,PortXmitData\na,1,4294967295\na,2,4294967294\n");
    expect(full.counters).toEqual([
      { node: "a", port: 1, sent: 17_179_869_180 },
      { node: "a", port: 2, sent: 17_179_869_176 },
    ]);
    expectWording(full.guesses, "4,294,967,295 … 32 bits … 1");
    expect(counters.read("switch;port;tx bytes (MB);wait\nleaf 1;eth 3;1.5;7\n").counters).toEqual([
      { node: "leaf 1", port: 3, sent: 1.5e6, waited: 7 },
    ]);
    expect(counters.read("lid\tport\txmit_wait\n6\t1\t9\n").counters).toEqual([{ node: "lid 6", port: 1, waited: 9 }]);
  });

  it("is what perfquery prints", () => {
    const text = [
      "# Port counters: Lid 6 port 1 (CapMask: 0x1400)",
      "PortSelect:......................1",
      "SymbolErrorCounter:..............0",
      "PortXmitData:....................10",
      "PortRcvData:.....................20",
      "PortXmitPkts:....................3",
      "PortXmitWait:....................5",
      "# Port extended counters: Lid 6 port 2 (CapMask: 0x1400)",
      "PortXmitData:....................1099511627776",
    ].join("\n");
    expect(counters.read(text).counters).toEqual([
      { node: "lid 6", port: 1, sent: 40, received: 80, waited: 5 },
      { node: "lid 6", port: 2, sent: 4 * 2 ** 40 },
    ]);
  });

  it("is what ibqueryerrors prints", () => {
    const text =
      'Errors for 0x0002c902004885b8 "leaf 1"\n   GUID 0x2c902004885b8 port 3: [LinkDownedCounter == 1] [PortXmitData == 178 (712.000B)] [PortXmitWait == 3]\n';
    expect(counters.read(text).counters).toEqual([{ node: "0x2c902004885b8", port: 3, sent: 712, waited: 3 }]);
  });

  it("tells rows that count nothing, and ports that count twice", () => {
    const reading = counters.read("node,port,sent\na,1,5\na,1,6\n,2,1\na,x,1\na,3,-1\n");
    expect(noteTexts(reading)).toEqual([
      '3: counts port 1 of "a" again; the first count is kept',
      "4: has no node",
      '5: expected the number of a port, not "x"',
      '6: expected a count of 0 or more, not "-1"',
    ]);
    expect(reading.counters).toEqual([{ node: "a", port: 1, sent: 5 }]);
    expectWording(counters.read("node,sent\na,1\n").refused, "port");
    expect(counters.read("node,port,sent\na,1,5\n", { columns: { node: 1, port: 0 } }).refused).toMatch(/^No port could be read/);
  });
});

it("knows units by their plain sense", () => {
  expect(["Gb/s", "Gbps", "Gbit/s", "GB/s", "GiB/s", "b/s", "MBps"].map(rateUnitFactor)).toEqual([
    125e6,
    125e6,
    125e6,
    1e9,
    2 ** 30,
    1 / 8,
    1e6,
  ]);
  expect(["B", "bytes", "kB", "KB", "KiB", "MiB", "GB", "bits", "kbit"].map(sizeUnitFactor)).toEqual([
    1,
    1,
    1e3,
    1e3,
    1024,
    2 ** 20,
    1e9,
    1 / 8,
    125,
  ]);
  expect(["s", "ms", "us", "µs", "ns", "ps", "cycles"].map(timeUnitFactor)).toEqual([1, 1e-3, 1e-6, 1e-6, 1e-9, 1e-12, 0]);
  expect(["Gb", "x/s", "", "s"].map(rateUnitFactor)).toEqual([null, null, null, null]);
  expect(["Gb/s", "m", ""].map(sizeUnitFactor)).toEqual([null, null, null]);
  expect(["m", "", "__proto__"].map(timeUnitFactor)).toEqual([null, null, null]);
});

describe("a refusal", () => {
  it("carries its commonest reason once, with its count and the first lines", async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `${i}->${i + 1} start 0 size 0`);
    const text = ["Nodes 21", "Connections 21", ...lines, "1->1 start 0 size 5"].join("\n");
    const { refused, reasons, unread } = await readText(text);
    expectWording(refused, "1->0 start 0 size 2000000 … size 0 … 20 lines: 3, 4, 5");
    expect([unread, reasons.map(({ count, why }) => [count, why])]).toEqual([
      21,
      [
        [20, "size 0 means a flow without end"],
        [1, "goes from 1 to itself"],
      ],
    ]);
  });

  it("folds reasons that differ in what they quote only, and keeps the first", async () => {
    const text = ["from,to", "a,b", ...["c", "d", "e", "f"].map((each) => `${each},${each}`)].join("\n");
    const { reasons } = await readText(text);
    expect(reasons).toEqual([{ why: 'connects "c" to itself', text: "c,c", count: 4, lines: [3, 4, 5] }]);
  });
});
