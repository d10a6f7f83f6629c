/** The animated pictures of the glossary: a few functions with parameters, shared by the terms. */
import { along, box, type Draw, label, line, type Mark, tenth } from "./marks.ts";

const cap = (text: string) => label(140, 70, text);

/** Phits in groups on their way from one node to another. @param group phits in a group; 1 to 8 */
export function train(group: number, text: string): Draw {
  return (t) => {
    const marks: Mark[] = [box(2, 22, 44, 30, "box"), box(234, 22, 44, 30, "box"), line("M46 37H234")];
    const head = Math.floor((t * 6) % 30);
    for (let i = 0; i < 8; i++) {
      const x = 48 + (head - i) * 10 - Math.floor(i / group) * 3;
      if (x >= 47 && x < 226) marks.push(box(x, 32, 8, 10, i % group === 0 ? "accent" : "sending"));
    }
    return [...marks, cap(text)];
  };
}

/** A packet of six phits that crosses three switches, under one of four switching techniques. */
export function crossing(way: "cut" | "store" | "worm" | "circuit", text: string): Draw {
  return (t) => {
    const marks: Mark[] = [2, 118, 234].map((x) => box(x, 18, 44, 30, "box"));
    const step = (t * 8) % 44;
    if (way === "circuit") marks.push(line("M46 33H118M162 33H234", step > 10 ? "accent" : "wire", step > 10 ? 4 : 1.5));
    else marks.push(line("M46 33H118M162 33H234"));
    for (let i = 0; i < 6; i++) {
      let x = 36 + (step - i) * 10;
      if (way === "store") x = step < 22 ? Math.min(36 + (step - i) * 10, 154 - i * 6) : 154 - i * 6 + Math.max(0, step - 22 - i) * 10;
      // When the packet is blocked, cut-through collects it in one switch, and a worm stays spread over several.
      else if (way === "cut" && step > 12) x = step < 26 ? Math.min(x, 154 - i * 6) : 154 - i * 6 + Math.max(0, step - 26 - i) * 10;
      else if (way === "worm") x = 36 + ((step < 12 ? step : step < 24 ? 12 : step - 12) - i) * 10;
      else if (way === "circuit") x = 36 + (step - 14 - i) * 12;
      if (x > 10 && x < 250) marks.push(box(x, 28, way === "store" || way === "cut" ? 5 : 7, 10, i === 0 ? "accent" : "sending"));
    }
    return [...marks, cap(text)];
  };
}

/**
 * Queues in front of a channel. @param rows largest occupancy of each queue, of 6 places @param waiting whether the queue heads are
 * blocked: all of them, or that of one row
 */
export function queues(rows: readonly number[], text: string, waiting: boolean | number = false): Draw {
  return (t) => {
    const marks: Mark[] = [];
    rows.forEach((most, r) => {
      const y = rows.length === 1 ? 22 : 8 + (r * 44) / rows.length;
      const blocked = waiting === true || waiting === r;
      const full = blocked ? most : Math.min(most, Math.floor((t * 2 + r * 2) % (most + 1)));
      for (let i = 0; i < 6; i++) {
        marks.push(box(150 - i * 18, y, 14, 14, "box"));
        if (i < full) marks.push(box(152 - i * 18, y + 2, 10, 10, i === 0 ? "accent" : "sending"));
      }
      marks.push(line(`M166 ${y + 7}H250`, blocked ? "quiet" : "wire", 1.5, blocked));
      if (!blocked && full > 0) marks.push(box(170 + ((t * 30 + r * 25) % 74), y + 3, 8, 8, "accent"));
    });
    return [...marks, cap(text)];
  };
}

/** A rendezvous: a short request, a short reply, and then the long message. */
export function handshake(text: string): Draw {
  return (t) => {
    const marks: Mark[] = [box(2, 18, 44, 30, "box"), box(234, 18, 44, 30, "box"), line("M46 33H234")];
    const way = t % 4;
    if (way < 1) marks.push(box(tenth(48 + 176 * way), 28, 8, 10, "sending"));
    else if (way < 2) marks.push(box(tenth(224 - 176 * (way - 1)), 28, 8, 10, "sending"));
    else if (way < 3.6) marks.push(box(tenth(48 + 76 * (way - 2)), 27, 62, 12, "accent"));
    return [...marks, cap(text)];
  };
}

/** Phits that travel out and credits that return; then the sender waits. @param places size of the receiver's buffer, 1 to 4 */
export function roundTrip(places: number, text: string): Draw {
  const way = 1.6;
  return (t) => {
    const marks: Mark[] = [
      box(2, 14, 44, 36, "box"),
      box(234, 14, 44, 36, "box"),
      line("M46 24H234"),
      line("M46 42H234", "quiet", 1.5, true),
    ];
    for (let i = 0; i < places; i++) {
      const since = (t % 4) - 0.4 * i;
      if (since >= 0 && since < way) marks.push(box(48 + (174 * since) / way, 19, 10, 10, i === 0 ? "accent" : "sending"));
      else if (since >= way && since < 2 * way) marks.push(box(226 - (176 * (since - way)) / way, 39, 6, 6, "accent"));
    }
    return [...marks, cap(text)];
  };
}

/** Two bars: the demand, and what is delivered of it. @param deliverable the share of the demand that can be delivered, 0 to 1 */
export function bars(names: readonly [string, string], most: number, text: string): Draw {
  return (t) => {
    const share = (t % 4) / 4;
    return [
      label(0, 20, names[0], "start"),
      label(0, 44, names[1], "start"),
      box(80, 10, 190 * share, 12, "quiet"),
      box(80, 34, 190 * Math.min(share, most), 12, "accent"),
      line(`M${80 + 190 * most} 4V54`, "ink", 1.2, true),
      cap(text),
    ];
  };
}

/** A curve that is drawn progressively. @param kind the quantity on the vertical axis */
export function curve(kind: "delivered" | "latency" | "settling", text: string): Draw {
  return (t) => {
    const upTo = Math.max(0.05, Math.min(1, (t % 5) / 3));
    const value = (x: number) =>
      kind === "delivered"
        ? Math.min(x * 1.6, 0.72 + x * 0.05)
        : kind === "latency"
          ? Math.min(1, 0.2 + 0.06 / Math.max(0.06, 0.9 - x))
          : 0.7 * (1 - Math.exp(-6 * x)) + 0.05 * Math.sin(40 * x) * Math.min(1, x * 4);
    let path = "";
    for (let i = 0; i <= 50 * upTo; i++) path += `${i === 0 ? "M" : "L"}${tenth(30 + i * 4.4)} ${tenth(54 - value(i / 50) * 48)}`;
    const [x, y] = kind === "delivered" ? [130, 18] : kind === "latency" ? [30, 44] : [130, 20];
    return [
      line("M30 54H262"),
      line(path, "ink", 2),
      line(kind === "settling" ? `M${x} 6V54` : `M${x - 6} ${y}h12M${x} ${y - 6}v12`, "accent", 2),
      cap(text),
    ];
  };
}

/** Designs by cost and benefit, drawn one after another. A staircase joins the Pareto-optimal ones. */
export function stairs(text: string): Draw {
  const best: readonly Point[] = [
    [60, 46],
    [110, 28],
    [180, 12],
  ];
  const others: readonly Point[] = [
    [90, 50],
    [140, 40],
    [170, 24],
    [220, 34],
    [240, 18],
  ];
  const path = best.map(([x, y], i) => `${i === 0 ? "M" : "H"}${x} ${i === 0 ? y : `V${y}`}`).join("");
  return (t) => {
    const shown = Math.floor((t % 4) * 3);
    return [
      line("M30 2V58H262"),
      ...others.slice(0, shown).map(([x, y]) => box(x - 3, y - 3, 6, 6, "quiet")),
      ...(shown > others.length ? [line(`${path}H262`, "ink", 1.5)] : []),
      ...best.map(([x, y]) => box(x - 4, y - 4, 8, 8, "accent")),
      cap(text),
    ];
  };
}

/** Packets on a ring of six. @param state deadlocked, with a dateline that breaks the cycle, or moving freely */
export function circle(state: "stuck" | "cut" | "free", text: string): Draw {
  return (t) => {
    const at = (i: number): readonly [number, number] => [140 + 80 * Math.sin((i * Math.PI) / 3), 31 - 22 * Math.cos((i * Math.PI) / 3)];
    const marks: Mark[] = [line("M220 31A80 22 0 1 1 60 31A80 22 0 1 1 220 31", "wire", 2)];
    const shift = state === "stuck" ? 0 : t / 2;
    for (let i = 0; i < (state === "stuck" ? 6 : 4); i++) {
      const [x, y] = at(i + shift);
      marks.push(box(x - 7, y - 6, 14, 12, state === "stuck" || i === 0 ? "accent" : "sending"));
    }
    if (state === "cut") marks.push(line("M140 0V18", "ink", 2, true));
    return [...marks, cap(text)];
  };
}

type Point = readonly [number, number];

/** A drawing of a graph: positions of the nodes, and links as pairs of node indices. */
export interface Graph {
  readonly points: readonly Point[];
  readonly links: readonly (readonly [number, number])[];
  readonly extra?: string;
}

/** A grid of 5 × 3. @param isClosed whether rows have wraparound links */
export function grid(isClosed = false): Graph {
  const points: Point[] = [];
  const links: (readonly [number, number])[] = [];
  for (let y = 0; y < 3; y++) {
    for (let x = 0; x < 5; x++) {
      points.push([60 + 40 * x, 10 + 20 * y]);
      if (x < 4) links.push([5 * y + x, 5 * y + x + 1]);
      if (y < 2) links.push([5 * y + x, 5 * y + x + 5]);
    }
  }
  const extra = isClosed ? [0, 1, 2].map((y) => `M60 ${10 + 20 * y}h-16M220 ${10 + 20 * y}h16`).join("") : "";
  return { points, links, extra };
}

/** A tree of two levels with four leaf switches. @param tops number of top switches, 1 to 4 */
export function tree(tops: number): Graph {
  const points: Point[] = [0, 1, 2, 3].map((i) => [50 + 60 * i, 50]);
  const links: (readonly [number, number])[] = [];
  for (let top = 0; top < tops; top++) {
    points.push([140 + (top - (tops - 1) / 2) * 60, 10]);
    for (let i = 0; i < 4; i++) links.push([i, 4 + top]);
  }
  return { points, links };
}

/** A binary cube: adjacent corners differ in one bit of their number. */
export function cube(): Graph {
  const points: Point[] = [];
  const links: (readonly [number, number])[] = [];
  for (let i = 0; i < 8; i++) {
    points.push([90 + 70 * (i & 1) + 40 * (i >> 2), 50 - 28 * ((i >> 1) & 1) - 12 * (i >> 2)]);
    for (const bit of [1, 2, 4]) if ((i & bit) === 0) links.push([i, i | bit]);
  }
  return { points, links };
}

/** A small dragonfly: three fully connected groups, with one link between each pair of groups. */
export function groups(): Graph {
  const points: Point[] = [];
  const links: (readonly [number, number])[] = [];
  for (let g = 0; g < 3; g++) {
    const x = 40 + 84 * g;
    points.push([x, 14], [x + 32, 14], [x + 16, 42]);
    links.push([3 * g, 3 * g + 1], [3 * g, 3 * g + 2], [3 * g + 1, 3 * g + 2]);
  }
  links.push([1, 3], [4, 6], [2, 8]);
  return { points, links };
}

/** Three groups of two leaves below two spines, with one link between each pair of groups. */
export function tiers(): Graph {
  const points: Point[] = [];
  const links: (readonly [number, number])[] = [];
  for (let g = 0; g < 3; g++) {
    const x = 40 + 84 * g;
    points.push([x, 52], [x + 32, 52], [x, g === 0 ? 8 : 24], [x + 32, g === 2 ? 8 : 24]);
    for (const leaf of [0, 1]) for (const spine of [2, 3]) links.push([4 * g + leaf, 4 * g + spine]);
  }
  links.push([3, 6], [7, 10], [2, 11]);
  return { points, links };
}

/** A random-looking regular graph: ten switches on a circle, with three links each. */
export function tangle(): Graph {
  const points = Array.from({ length: 10 }, (_, i): Point => [
    tenth(140 + 90 * Math.sin((i * Math.PI) / 5)),
    tenth(31 - 26 * Math.cos((i * Math.PI) / 5)),
  ]);
  const ends = "01 03 06 12 18 24 27 34 39 45 56 58 67 79 89";
  return { points, links: ends.split(" ").map(([a, b]) => [Number(a), Number(b)] as const) };
}

/** Three boards of four nodes in a row. A switch joins their upper rows. */
export function boards(): Graph {
  const points: Point[] = [];
  const links: (readonly [number, number])[] = [];
  for (let board = 0; board < 3; board++) {
    const [x, first] = [40 + 84 * board, 4 * board];
    points.push([x, 28], [x + 32, 28], [x, 50], [x + 32, 50]);
    links.push([first, first + 1], [first + 2, first + 3], [first, first + 2], [first + 1, first + 3], [first, 12], [first + 1, 12]);
  }
  points.push([140, 6]);
  return { points, links };
}

/** Two hosts of two accelerators below two rails. Order of the points: rails, accelerators, switches within the hosts. */
export function rails(): Graph {
  const accelerators = [40, 100, 180, 240];
  return {
    points: [[140, 6], [140, 20], ...accelerators.map((x): Point => [x, 38]), [70, 56], [210, 56]],
    links: [...accelerators.map((_, i) => [2 + i, i % 2] as const), [2, 6], [3, 6], [4, 7], [5, 7]],
  };
}

/** The Petersen graph: a pentagon and a pentagram with corresponding corners joined, of diameter 2. */
export function stars(): Graph {
  const corner = (x: number, i: number): Point => [
    tenth(x + 46 * Math.sin((i * Math.PI) / 2.5)),
    tenth(32 - 24 * Math.cos((i * Math.PI) / 2.5)),
  ];
  const five = [0, 1, 2, 3, 4];
  return {
    points: [...five.map((i) => corner(70, i)), ...five.map((i) => corner(210, i))],
    links: five.flatMap((i) => [[i, (i + 1) % 5] as const, [5 + i, 5 + ((i + 2) % 5)] as const, [i, 5 + i] as const]),
  };
}

/** Three triangles that share the first point. */
export function triangles(): Graph {
  const around = [0, 1, 2, 3, 4, 5].map((i): Point => [
    tenth(140 + 100 * Math.cos((i * Math.PI) / 3)),
    tenth(31 - 26 * Math.sin((i * Math.PI) / 3)),
  ]);
  return {
    points: [[140, 31], ...around],
    links: [...around.map((_, i) => [0, i + 1] as const), [1, 2], [3, 4], [5, 6]],
  };
}

/** A graph with a packet that follows one of several paths at a time. @param paths the paths, as point indices */
export function network(graph: Graph, ways: readonly (readonly number[])[], text: string, line2 = ""): Draw {
  const links = graph.links.map(([a, b]) => `M${graph.points[a].join(" ")}L${graph.points[b].join(" ")}`).join("") + (graph.extra ?? "");
  return (t) => {
    const marks: Mark[] = [line(links)];
    const way = ways.length === 0 ? [] : ways[Math.floor(t / 3) % ways.length].map((i) => graph.points[i]);
    if (way.length > 1) marks.push(line(`M${way.map((point) => point.join(" ")).join("L")}`, "accent", 2.5));
    if (line2 !== "") marks.push(line(line2, "ink", 2, true));
    for (const [x, y] of graph.points) marks.push(box(x - 5, y - 4, 10, 8, "box"));
    if (way.length > 1) {
      const [x, y] = along(way, (t % 3) / 2.6);
      marks.push(box(x - 4, y - 4, 8, 8, "accent"));
    }
    return [...marks, cap(text)];
  };
}

/** A 6 × 6 matrix of senders (rows) and receivers (columns). */
export function matrix(sends: (from: number, to: number) => boolean, text: string): Draw {
  return (t) => {
    const marks: Mark[] = [];
    for (let from = 0; from < 6; from++) {
      for (let to = 0; to < 6; to++) {
        const isNow = from === Math.floor(t * 2) % 6;
        marks.push(box(110 + to * 10, 1 + from * 9.5, 8, 8, sends(from, to) ? (isNow ? "accent" : "sending") : "box"));
      }
    }
    return [...marks, cap(text)];
  };
}

/** Ranks in a grid of 8 × 3, marked once they have been reached. @param stepOfRank the step, from 0, in which a rank is reached */
export function ranks(turn: (x: number, y: number) => number, text: string): Draw {
  return (t) => {
    const now = Math.floor(t * 3) % 12;
    const marks: Mark[] = [];
    for (let y = 0; y < 3; y++) {
      for (let x = 0; x < 8; x++) {
        const when = turn(x, y);
        marks.push(box(62 + 20 * x, 4 + 18 * y, 16, 12, when === now ? "accent" : when < now ? "sending" : "box"));
      }
    }
    return [...marks, cap(text)];
  };
}

/** Ticks of a clock, one after another. @param from the first tick that counts */
export function beats(from: number, text: string): Draw {
  return (t) => {
    const now = Math.floor(t * 3) % 12;
    const marks = Array.from({ length: 12 }, (_, i) => box(22 + 20 * i, 20, 14, 24, i === now ? "accent" : i < from ? "box" : "sending"));
    return [...marks, cap(text)];
  };
}

/** Three queue heads that request one channel, which is granted to one of them at a time. */
export function choice(text: string): Draw {
  return (t) => {
    const turn = Math.floor(t) % 3;
    const marks: Mark[] = [line("M40 12L140 32M40 32H240M40 52L140 32")];
    for (let i = 0; i < 3; i++) if (i !== turn) marks.push(box(36, 8 + 20 * i, 10, 8, "sending"));
    const [x, y] = along(
      [
        [40, 12 + 20 * turn],
        [140, 32],
        [240, 32],
      ],
      t % 1,
    );
    return [...marks, box(128, 20, 24, 24, "box"), box(x - 5, y - 4, 10, 8, "accent"), cap(text)];
  };
}
