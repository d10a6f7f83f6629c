/** Texts as the programs that a format comes from print them, written for these tests: a few of each format. */

const lines = (...all: string[]) => `${all.join("\n")}\n`;

export const samples: Readonly<Record<string, readonly string[]>> = {
  goal: [
    lines(
      "num_ranks 2",
      "",
      "rank 0 {",
      "l1: calc 1500",
      "l2: send 1024b to 1 tag 7",
      "l2 requires l1",
      "}",
      "rank 1 {",
      "l1: recv 1024b from 0 tag 7",
      "l2: calc 20 cpu 1",
      "l2 irequires l1",
      "}",
    ),
    lines(
      "/* a ring, as schedgen",
      "   writes it */",
      "num_ranks 3",
      ...[0, 1, 2].flatMap((rank) => [
        `rank ${rank} {`,
        `here: recv 8b from -1 tag -1 cpu 0 nic 1 // whoever comes`,
        `there: send 8b to ${(rank + 1) % 3} tag 3 nic 1`,
        "calc 5",
        "}",
      ]),
    ),
    lines("rank 1 {", "x1: send 64b to 0", "}", "rank 0 {", "x1: recv 64b from 1", "}"),
  ],
  messages: [
    lines("source,destination,bytes,time (us)", "0,1,4096,0", "1,2,64,1.5", "2,0,100000,3"),
    lines("src\tdst\tsize", "node001\tnode002\t4 KiB", "node002\tnode003\t1 MB"),
    lines("time_ns;from;to;bytes", "0;3;7;64", "120;7;3;64", "240;3;7;64", "240;1;2;64"),
    lines("0 1 64 0", "1 2 64 5", "2 3 128 5", "3 0 64 90"),
    lines("flow,sender,receiver,message size (KiB),start", "1,h0,h3,64,0", "2,h1,h2,64,10"),
  ],
  "traffic-matrix": [
    lines("Gb/s,a,b,c", "a,0,1,2", "b,3,0,4", "c,5,6,0"),
    lines("0\t1.5\t2", "3\t0\t4", "5\t6\t0"),
    lines(";n1;n2", "n1;;0,25", "n2;1.234,5;"),
    lines("# MB/s", "0 10 20 30", "10 0 20 30", "10 20 0 30", "1 2 3 0"),
    lines(
      ...Array.from({ length: 40 }, (_, row) =>
        Array.from({ length: 40 }, (_, column) => (row === column ? 0 : (row * 7 + column * 3) % 11)).join(","),
      ),
    ),
  ],
  counters: [
    lines("NodeGUID,PortNumber,PortXmitData,PortRcvData,PortXmitWait", "0x0002c902004885b8,1,1000,2000,5", "0x0002c902004885b8,2,10,0,0"),
    lines("node,port,sent (MB),wait", "leaf1,1,12.5,100", "leaf1,2,0,0", "spine1,1,99,7"),
    lines(
      "# Port extended counters: Lid 6 port 1 (CapMask: 0x1400)",
      "PortSelect:......................1",
      "CounterSelect:...................0x0000",
      "PortXmitData:....................178",
      "PortRcvData:.....................200",
      "PortXmitPkts:....................9",
      "# Port counters: Lid 6 port 2 (CapMask: 0x1400)",
      "PortXmitData:....................0",
      "PortXmitWait:....................4",
    ),
    lines(
      'Errors for 0x0002c902004885b8 "leaf 1"',
      "   GUID 0x2c902004885b8 port 3: [LinkDownedCounter == 1] [PortXmitData == 178 (712.000B)] [PortXmitWait == 3]",
      "   GUID 0x2c902004885b8 port 4: [PortRcvData == 10 (40.000B)]",
    ),
  ],
};
