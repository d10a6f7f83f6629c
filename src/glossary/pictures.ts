/** The animated pictures of the glossary: a few functions with parameters, shared by the terms. */
import { pointAlong, boxMark, type AnimatedPicture, pictureText, lineMark, type PictureMark, roundToTenth } from "./marks.ts";

const caption = (text: string) => pictureText(140, 70, text);

/** Phits in groups on their way from one node to another. @param group phits in a group; 1 to 8 */
export function trainPicture(group: number, text: string): AnimatedPicture {
  return (t) => {
    const marks: PictureMark[] = [boxMark(2, 22, 44, 30, "box"), boxMark(234, 22, 44, 30, "box"), lineMark("M46 37H234")];
    const head = Math.floor((t * 6) % 30);
    for (let i = 0; i < 8; i++) {
      const x = 48 + (head - i) * 10 - Math.floor(i / group) * 3;
      if (x >= 47 && x < 226) marks.push(boxMark(x, 32, 8, 10, i % group === 0 ? "accent" : "sending"));
    }
    return [...marks, caption(text)];
  };
}

/**
 * Animates a packet of six phits that crosses three switches, under one of four switching techniques (virtual cut-through,
 * store-and-forward, wormhole, circuit). The picture is a function of the time t in seconds.
 */
export function switchingPicture(technique: "cut" | "store" | "worm" | "circuit", text: string): AnimatedPicture {
  return (t) => {
    const marks: PictureMark[] = [2, 118, 234].map((x) => boxMark(x, 18, 44, 30, "box"));
    // Phit times since the start of the animation. In a phit time, a phit moves by 10 pixels; x is its position.
    const step = (t * 8) % 44;
    // The wires. A circuit is set up before the packet is sent.
    if (technique === "circuit") marks.push(lineMark("M46 33H118M162 33H234", step > 10 ? "accent" : "wire", step > 10 ? 4 : 1.5));
    else marks.push(lineMark("M46 33H118M162 33H234"));
    for (let i = 0; i < 6; i++) {
      let x = 36 + (step - i) * 10;
      // Store-and-forward collects all phits in a switch before it sends them on.
      if (technique === "store")
        x = step < 22 ? Math.min(36 + (step - i) * 10, 154 - i * 6) : 154 - i * 6 + Math.max(0, step - 22 - i) * 10;
      // When the packet is blocked, cut-through collects it in one switch, and a worm stays spread over several.
      else if (technique === "cut" && step > 12) x = step < 26 ? Math.min(x, 154 - i * 6) : 154 - i * 6 + Math.max(0, step - 26 - i) * 10;
      else if (technique === "worm") x = 36 + ((step < 12 ? step : step < 24 ? 12 : step - 12) - i) * 10;
      else if (technique === "circuit") x = 36 + (step - 14 - i) * 12;
      if (x > 10 && x < 250)
        marks.push(boxMark(x, 28, technique === "store" || technique === "cut" ? 5 : 7, 10, i === 0 ? "accent" : "sending"));
    }
    return [...marks, caption(text)];
  };
}

/**
 * Queues in front of a channel.
 * @param rows largest occupancy of each queue, of 6 places
 * @param waiting whether all queue heads are blocked, or the index of the only queue whose head is blocked
 */
export function queuePicture(rows: readonly number[], text: string, waiting: boolean | number = false): AnimatedPicture {
  return (t) => {
    const marks: PictureMark[] = [];
    rows.forEach((maxOccupancy, r) => {
      const y = rows.length === 1 ? 22 : 8 + (r * 44) / rows.length;
      const isBlocked = waiting === true || waiting === r;
      const occupancy = isBlocked ? maxOccupancy : Math.min(maxOccupancy, Math.floor((t * 2 + r * 2) % (maxOccupancy + 1)));
      for (let i = 0; i < 6; i++) {
        marks.push(boxMark(150 - i * 18, y, 14, 14, "box"));
        if (i < occupancy) marks.push(boxMark(152 - i * 18, y + 2, 10, 10, i === 0 ? "accent" : "sending"));
      }
      marks.push(lineMark(`M166 ${y + 7}H250`, isBlocked ? "quiet" : "wire", 1.5, isBlocked));
      if (!isBlocked && occupancy > 0) marks.push(boxMark(170 + ((t * 30 + r * 25) % 74), y + 3, 8, 8, "accent"));
    });
    return [...marks, caption(text)];
  };
}

/** A rendezvous: a short request, a short reply, and then the long message. */
export function rendezvousPicture(text: string): AnimatedPicture {
  return (t) => {
    const marks: PictureMark[] = [boxMark(2, 18, 44, 30, "box"), boxMark(234, 18, 44, 30, "box"), lineMark("M46 33H234")];
    const phase = t % 4;
    if (phase < 1) marks.push(boxMark(roundToTenth(48 + 176 * phase), 28, 8, 10, "sending"));
    else if (phase < 2) marks.push(boxMark(roundToTenth(224 - 176 * (phase - 1)), 28, 8, 10, "sending"));
    else if (phase < 3.6) marks.push(boxMark(roundToTenth(48 + 76 * (phase - 2)), 27, 62, 12, "accent"));
    return [...marks, caption(text)];
  };
}

/**
 * Animates phits that travel to the receiver and the credits that return; then the sender waits.
 * @param places size of the receiver's buffer, 1 to 4
 */
export function roundTripPicture(places: number, text: string): AnimatedPicture {
  const travelTime = 1.6;
  return (t) => {
    const marks: PictureMark[] = [
      boxMark(2, 14, 44, 36, "box"),
      boxMark(234, 14, 44, 36, "box"),
      lineMark("M46 24H234"),
      lineMark("M46 42H234", "quiet", 1.5, true),
    ];
    for (let i = 0; i < places; i++) {
      const elapsed = (t % 4) - 0.4 * i;
      if (elapsed >= 0 && elapsed < travelTime)
        marks.push(boxMark(48 + (174 * elapsed) / travelTime, 19, 10, 10, i === 0 ? "accent" : "sending"));
      else if (elapsed >= travelTime && elapsed < 2 * travelTime)
        marks.push(boxMark(226 - (176 * (elapsed - travelTime)) / travelTime, 39, 6, 6, "accent"));
    }
    return [...marks, caption(text)];
  };
}

/** Two bars: the demand, and what is delivered of it. @param deliverable the share of the demand that can be delivered, 0 to 1 */
export function barPicture(names: readonly [string, string], deliverable: number, text: string): AnimatedPicture {
  return (t) => {
    const share = (t % 4) / 4;
    return [
      pictureText(0, 20, names[0], "start"),
      pictureText(0, 44, names[1], "start"),
      boxMark(80, 10, 190 * share, 12, "quiet"),
      boxMark(80, 34, 190 * Math.min(share, deliverable), 12, "accent"),
      lineMark(`M${80 + 190 * deliverable} 4V54`, "ink", 1.2, true),
      caption(text),
    ];
  };
}

/**
 * Animates a curve that is drawn progressively, with a mark at its characteristic point. The picture is a function of the time t in
 * seconds.
 * @param kind the quantity on the vertical axis
 */
export function curvePicture(kind: "delivered" | "latency" | "settling", text: string): AnimatedPicture {
  return (t) => {
    const drawnShare = Math.max(0.05, Math.min(1, (t % 5) / 3));
    /** Height of the curve, 0 to 1, at the position x, 0 to 1. */
    const heightAt = (x: number) => {
      if (kind === "delivered") return Math.min(x * 1.6, 0.72 + x * 0.05);
      if (kind === "latency") return Math.min(1, 0.2 + 0.06 / Math.max(0.06, 0.9 - x));
      return 0.7 * (1 - Math.exp(-6 * x)) + 0.05 * Math.sin(40 * x) * Math.min(1, x * 4);
    };
    let path = "";
    for (let i = 0; i <= 50 * drawnShare; i++)
      path += `${i === 0 ? "M" : "L"}${roundToTenth(30 + i * 4.4)} ${roundToTenth(54 - heightAt(i / 50) * 48)}`;
    // The characteristic point: saturation, the latency without load, or the time from which values are steady.
    const [x, y] = kind === "delivered" ? [130, 18] : kind === "latency" ? [30, 44] : [130, 20];
    return [
      lineMark("M30 54H262"),
      lineMark(path, "ink", 2),
      lineMark(kind === "settling" ? `M${x} 6V54` : `M${x - 6} ${y}h12M${x} ${y - 6}v12`, "accent", 2),
      caption(text),
    ];
  };
}

/**
 * Animates designs by cost (x) and benefit (y, upwards), drawn one after another. A staircase joins the Pareto-optimal designs. The picture
 * is a function of the time t in seconds.
 */
export function paretoPicture(text: string): AnimatedPicture {
  const optimal: readonly Point[] = [
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
  const path = optimal.map(([x, y], i) => `${i === 0 ? "M" : "H"}${x} ${i === 0 ? y : `V${y}`}`).join("");
  return (t) => {
    const shownCount = Math.floor((t % 4) * 3);
    return [
      lineMark("M30 2V58H262"),
      ...others.slice(0, shownCount).map(([x, y]) => boxMark(x - 3, y - 3, 6, 6, "quiet")),
      ...(shownCount > others.length ? [lineMark(`${path}H262`, "ink", 1.5)] : []),
      ...optimal.map(([x, y]) => boxMark(x - 4, y - 4, 8, 8, "accent")),
      caption(text),
    ];
  };
}

/** Packets on a ring of six. @param state deadlocked, with a dateline that breaks the cycle, or moving freely */
export function ringPicture(state: "stuck" | "cut" | "free", text: string): AnimatedPicture {
  return (t) => {
    const positionOf = (i: number): readonly [number, number] => [
      140 + 80 * Math.sin((i * Math.PI) / 3),
      31 - 22 * Math.cos((i * Math.PI) / 3),
    ];
    const marks: PictureMark[] = [lineMark("M220 31A80 22 0 1 1 60 31A80 22 0 1 1 220 31", "wire", 2)];
    const shift = state === "stuck" ? 0 : t / 2;
    for (let i = 0; i < (state === "stuck" ? 6 : 4); i++) {
      const [x, y] = positionOf(i + shift);
      marks.push(boxMark(x - 7, y - 6, 14, 12, state === "stuck" || i === 0 ? "accent" : "sending"));
    }
    if (state === "cut") marks.push(lineMark("M140 0V18", "ink", 2, true));
    return [...marks, caption(text)];
  };
}

type Point = readonly [number, number];

/** A drawing of a graph: positions of the nodes, and links as pairs of node indices. */
export interface PictureGraph {
  readonly points: readonly Point[];
  readonly links: readonly (readonly [number, number])[];
  readonly extra?: string;
}

/** A grid of 5 × 3. @param isClosed whether rows have wraparound links */
export function gridGraph(isClosed = false): PictureGraph {
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
export function treeGraph(tops: number): PictureGraph {
  const points: Point[] = [0, 1, 2, 3].map((i) => [50 + 60 * i, 50]);
  const links: (readonly [number, number])[] = [];
  for (let top = 0; top < tops; top++) {
    points.push([140 + (top - (tops - 1) / 2) * 60, 10]);
    for (let i = 0; i < 4; i++) links.push([i, 4 + top]);
  }
  return { points, links };
}

/** A binary cube: adjacent corners differ in one bit of their number. */
export function cubeGraph(): PictureGraph {
  const points: Point[] = [];
  const links: (readonly [number, number])[] = [];
  for (let i = 0; i < 8; i++) {
    points.push([90 + 70 * (i & 1) + 40 * (i >> 2), 50 - 28 * ((i >> 1) & 1) - 12 * (i >> 2)]);
    for (const bit of [1, 2, 4]) if ((i & bit) === 0) links.push([i, i | bit]);
  }
  return { points, links };
}

/** A small dragonfly: three fully connected groups, with one link between each pair of groups. */
export function groupGraph(): PictureGraph {
  const points: Point[] = [];
  const links: (readonly [number, number])[] = [];
  for (let group = 0; group < 3; group++) {
    const x = 40 + 84 * group;
    points.push([x, 14], [x + 32, 14], [x + 16, 42]);
    links.push([3 * group, 3 * group + 1], [3 * group, 3 * group + 2], [3 * group + 1, 3 * group + 2]);
  }
  links.push([1, 3], [4, 6], [2, 8]);
  return { points, links };
}

/** Three groups of two leaves below two spines, with one link between each pair of groups. */
export function leafSpineGraph(): PictureGraph {
  const points: Point[] = [];
  const links: (readonly [number, number])[] = [];
  for (let group = 0; group < 3; group++) {
    const x = 40 + 84 * group;
    points.push([x, 52], [x + 32, 52], [x, group === 0 ? 8 : 24], [x + 32, group === 2 ? 8 : 24]);
    for (const leaf of [0, 1]) for (const spine of [2, 3]) links.push([4 * group + leaf, 4 * group + spine]);
  }
  links.push([3, 6], [7, 10], [2, 11]);
  return { points, links };
}

/** A random-looking regular graph: ten switches on a circle, with three links each. */
export function jellyfishGraph(): PictureGraph {
  const points = Array.from({ length: 10 }, (_, i): Point => [
    roundToTenth(140 + 90 * Math.sin((i * Math.PI) / 5)),
    roundToTenth(31 - 26 * Math.cos((i * Math.PI) / 5)),
  ]);
  const ends = "01 03 06 12 18 24 27 34 39 45 56 58 67 79 89";
  return { points, links: ends.split(" ").map(([a, b]) => [Number(a), Number(b)] as const) };
}

/** Three boards of four nodes in a row. A switch joins their upper rows. */
export function boardGraph(): PictureGraph {
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
export function railGraph(): PictureGraph {
  const accelerators = [40, 100, 180, 240];
  return {
    points: [[140, 6], [140, 20], ...accelerators.map((x): Point => [x, 38]), [70, 56], [210, 56]],
    links: [...accelerators.map((_, i) => [2 + i, i % 2] as const), [2, 6], [3, 6], [4, 7], [5, 7]],
  };
}

/** The Petersen graph: a pentagon and a pentagram with corresponding corners joined, of diameter 2. */
export function petersenGraph(): PictureGraph {
  const corner = (x: number, i: number): Point => [
    roundToTenth(x + 46 * Math.sin((i * Math.PI) / 2.5)),
    roundToTenth(32 - 24 * Math.cos((i * Math.PI) / 2.5)),
  ];
  const corners = [0, 1, 2, 3, 4];
  return {
    points: [...corners.map((i) => corner(70, i)), ...corners.map((i) => corner(210, i))],
    links: corners.flatMap((i) => [[i, (i + 1) % 5] as const, [5 + i, 5 + ((i + 2) % 5)] as const, [i, 5 + i] as const]),
  };
}

/** Three triangles that share the first point. */
export function triangleFanGraph(): PictureGraph {
  const around = [0, 1, 2, 3, 4, 5].map((i): Point => [
    roundToTenth(140 + 100 * Math.cos((i * Math.PI) / 3)),
    roundToTenth(31 - 26 * Math.sin((i * Math.PI) / 3)),
  ]);
  return {
    points: [[140, 31], ...around],
    links: [...around.map((_, i) => [0, i + 1] as const), [1, 2], [3, 4], [5, 6]],
  };
}

/** A graph with a packet that follows one of several paths at a time. @param paths the paths, as point indices */
export function graphPicture(graph: PictureGraph, paths: readonly (readonly number[])[], text: string, line2 = ""): AnimatedPicture {
  const links = graph.links.map(([a, b]) => `M${graph.points[a].join(" ")}L${graph.points[b].join(" ")}`).join("") + (graph.extra ?? "");
  return (t) => {
    const marks: PictureMark[] = [lineMark(links)];
    const path = paths.length === 0 ? [] : paths[Math.floor(t / 3) % paths.length].map((i) => graph.points[i]);
    if (path.length > 1) marks.push(lineMark(`M${path.map((point) => point.join(" ")).join("L")}`, "accent", 2.5));
    if (line2 !== "") marks.push(lineMark(line2, "ink", 2, true));
    for (const [x, y] of graph.points) marks.push(boxMark(x - 5, y - 4, 10, 8, "box"));
    if (path.length > 1) {
      const [x, y] = pointAlong(path, (t % 3) / 2.6);
      marks.push(boxMark(x - 4, y - 4, 8, 8, "accent"));
    }
    return [...marks, caption(text)];
  };
}

/** A 6 × 6 matrix of senders (rows) and receivers (columns). */
export function matrixPicture(sends: (from: number, to: number) => boolean, text: string): AnimatedPicture {
  return (t) => {
    const marks: PictureMark[] = [];
    for (let from = 0; from < 6; from++) {
      for (let to = 0; to < 6; to++) {
        const isCurrentRow = from === Math.floor(t * 2) % 6;
        marks.push(boxMark(110 + to * 10, 1 + from * 9.5, 8, 8, sends(from, to) ? (isCurrentRow ? "accent" : "sending") : "box"));
      }
    }
    return [...marks, caption(text)];
  };
}

/** Ranks in a grid of 8 × 3, marked once they have been reached. @param stepOfRank the step, from 0, in which a rank is reached */
export function rankPicture(stepOfRank: (x: number, y: number) => number, text: string): AnimatedPicture {
  return (t) => {
    const currentStep = Math.floor(t * 3) % 12;
    const marks: PictureMark[] = [];
    for (let y = 0; y < 3; y++) {
      for (let x = 0; x < 8; x++) {
        const reachedIn = stepOfRank(x, y);
        marks.push(
          boxMark(62 + 20 * x, 4 + 18 * y, 16, 12, reachedIn === currentStep ? "accent" : reachedIn < currentStep ? "sending" : "box"),
        );
      }
    }
    return [...marks, caption(text)];
  };
}

/** Ticks of a clock, one after another. @param from the first tick that counts */
export function clockPicture(from: number, text: string): AnimatedPicture {
  return (t) => {
    const currentTick = Math.floor(t * 3) % 12;
    const marks = Array.from({ length: 12 }, (_, i) =>
      boxMark(22 + 20 * i, 20, 14, 24, i === currentTick ? "accent" : i < from ? "box" : "sending"),
    );
    return [...marks, caption(text)];
  };
}

/** Three queue heads that request one channel, which is granted to one of them at a time. */
export function arbitrationPicture(text: string): AnimatedPicture {
  return (t) => {
    const granted = Math.floor(t) % 3;
    const marks: PictureMark[] = [lineMark("M40 12L140 32M40 32H240M40 52L140 32")];
    for (let i = 0; i < 3; i++) if (i !== granted) marks.push(boxMark(36, 8 + 20 * i, 10, 8, "sending"));
    const [x, y] = pointAlong(
      [
        [40, 12 + 20 * granted],
        [140, 32],
        [240, 32],
      ],
      t % 1,
    );
    return [...marks, boxMark(128, 20, 24, 24, "box"), boxMark(x - 5, y - 4, 10, 8, "accent"), caption(text)];
  };
}
