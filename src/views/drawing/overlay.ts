/** Marks over a drawing being edited: the selection, the gesture under way, and handles. */
import { isTerminal, terminalOf } from "../../core/network/drawing/drawing.ts";
import { linksBetween, namesOfCopies } from "../../core/network/drawing/edit.ts";
import { anded } from "../../core/base/words.ts";
import type { Canvas } from "../contract.ts";
import { circleMark, halo, type Mark, pathMark, rectMark, ring, roundedRectangle, tenth, textMark } from "../marks/marks.ts";
import { mostNamedIn } from "../stage/layouts/by-hand.ts";
import { linesOf } from "../stage/paint/lines-of.ts";
import { courseOf } from "../stage/scene.ts";
import type { Draft } from "./contract.ts";
import { nameOn } from "./names.ts";
import { asLoop } from "./hit.ts";
import { type Placed, pointOf } from "./place.ts";
import type { At } from "./session.ts";
import { textWidth, strongWeight } from "../plot/text-width.ts";

export function overlayMarks(draft: Draft, placed: Placed, canvas: Canvas): readonly Mark[] {
  return [
    ...guideMarks(draft, placed, canvas),
    ...linkMarks(draft, placed, canvas),
    ...chosenMarks(draft, placed, canvas),
    ...heldMarks(draft, placed, canvas),
  ];
}

const box = (placed: Placed, s: number, by: number) => {
  const [x, y] = pointOf(placed, s);
  const [w, h] = placed.size;
  return roundedRectangle(x - w / 2 - by, y - h / 2 - by, w + 2 * by, h + 2 * by, 5 + by);
};

/** Selected and hovered links, with a casing around their strands. */
function linkMarks({ network, chosenLinks, session }: Draft, { scene }: Placed, { theme }: Canvas): Mark[] {
  const casing = (key: string, links: readonly (readonly [number, number])[], ink: string, by: number) => {
    const node = (end: number) => (isTerminal(end) ? terminalOf(end) : network.terminals + end);
    const channels: number[] = [];
    for (const ends of links) {
      const [from, to] = ends.map(node);
      for (let c = network.firstOut[from]; c < network.firstOut[from + 1]; c++)
        if (network.head[c] === to) channels.push(c, network.reverse[c]);
    }
    const lines = linesOf(scene, channels).map(courseOf).join("");
    if (lines === "") return [];
    const width = scene.strandWidth.hot;
    return [
      pathMark(`${key} casing`, lines, {
        stroke: ink,
        "stroke-width": tenth(width + by),
        "stroke-linecap": "round",
        "stroke-opacity": 0.55,
      }),
      pathMark(`${key} core`, lines, {
        stroke: theme.ground,
        "stroke-width": tenth(Math.max(1, width)),
        "stroke-linecap": "round",
        "stroke-opacity": 0.35,
      }),
    ];
  };
  const { hovered, held } = session;
  const isPointed = held === null && hovered.is === "link" && !chosenLinks.some(([a, b]) => a === hovered.a && b === hovered.b);
  return [
    ...(isPointed ? casing("pointed", [[hovered.a, hovered.b]], theme.ink2, 4) : []),
    ...casing("chosen link", chosenLinks, theme.accent, 6),
  ];
}

/** Up to this many selected switches are named on the drawing; of more, the card names some. */
const mostTold = 8;

/** Outlines and names of the selection, and handles if it is a single switch. */
function chosenMarks(draft: Draft, placed: Placed, { theme }: Canvas): Mark[] {
  const marks: Mark[] = [];
  const { drawing, chosen, session } = draft;
  const { firstOut, head, terminals } = draft.network;
  const { hovered, held } = session;
  const { switches } = drawing;
  const over = held === null && (hovered.is === "switch" || hovered.is === "edge") ? hovered.s : -1;
  const shown = held?.is === "lasso" ? held.chosen : [...chosen];
  if (over >= 0 && over < switches.length && !chosen.has(over))
    marks.push(
      pathMark("pointed at", box(placed, over, 3.5), { stroke: hovered.is === "edge" ? theme.accent : theme.ink, "stroke-width": 1.5 }),
    );
  if (shown.length > 0) {
    const d = shown
      .filter((s) => s < switches.length)
      .map((s) => box(placed, s, 4))
      .join("");
    marks.push(
      pathMark("chosen halo", d, { stroke: theme.ground, "stroke-width": 5 }),
      pathMark("chosen", d, { stroke: theme.accent, "stroke-width": 2 }),
    );
  }
  const [alone] = chosen;
  if (held === null && chosen.size === 1 && alone < switches.length) {
    const [x, y] = pointOf(placed, alone);
    const [w, h] = placed.size;
    const dots = (
      [
        [0, -1],
        [0, 1],
        [-1, 0],
        [1, 0],
      ] as const
    ).map(([dx, dy]) => ring(x + dx * (w / 2 + 4), y + dy * (h / 2 + 4), 4.2));
    marks.push(pathMark("dots", dots.join(""), { fill: theme.accent, stroke: theme.ground, "stroke-width": 1.5 }));
  }
  if (hovered.is === "edge" && held === null) {
    const [x, y] = hovered.at;
    marks.push(circleMark("pull", x, y, 5, { fill: theme.accent, stroke: theme.ground, "stroke-width": 1.5 }));
  }
  if (draft.terminals.size > 0) {
    const dots = placed.scene.dots.filter(({ terminal }) => draft.terminals.has(terminal));
    marks.push(pathMark("chosen terminals", dots.map(({ x, y }) => ring(x, y, 8)).join(""), { stroke: theme.accent, "stroke-width": 2 }));
  }
  if (hovered.is === "terminal" && held === null) {
    const dot = placed.scene.dots.find(({ terminal }) => terminal === hovered.terminal);
    if (dot !== undefined) marks.push(circleMark("terminal", dot.x, dot.y, 5, { fill: "none", stroke: theme.accent, "stroke-width": 2 }));
  }
  // In a drawing too large for all names, the selected and hovered switches are named nevertheless.
  const mostNamed = mostNamedIn(session.room[0]);
  if (switches.length > mostNamed) {
    // The hovered switch comes first: a name that would overlap an earlier one is omitted.
    const named = [...new Set([...(over < 0 ? [] : [over]), ...(chosen.size <= mostTold ? chosen : [])])].filter(
      (s) => s < switches.length,
    );
    const told: (readonly [left: number, right: number, y: number])[] = [];
    for (const s of named) {
      const [at, middle] = pointOf(placed, s);
      // Above the terminals of the switch, if these are above it.
      const top = middle - placed.size[1] / 2;
      const own = placed.scene.dots.filter(({ terminal }) => head[firstOut[terminal]] === terminals + s);
      const y = own.reduce((high, dot) => (dot.y < top ? Math.min(high, dot.y - 12) : high), top - 10);
      const half = textWidth(nameOn(draft, s), { size: 12 }) / 2;
      const x = Math.max(half + 4, Math.min(session.room[0] - half - 4, at));
      if (told.some(([left, right, high]) => x - half < right && x + half > left && Math.abs(high - y) < 16)) continue;
      told.push([x - half, x + half, y]);
      marks.push(
        textMark(`name ${s}`, x, y, nameOn(draft, s), {
          "font-size": 12.5,
          "font-weight": strongWeight,
          "text-anchor": "middle",
          fill: chosen.has(s) ? theme.accent : theme.ink,
          ...halo(theme.ground),
        }),
      );
    }
  }
  return marks;
}

/** Guides along the rows and columns that moved switches snap to. */
function guideMarks({ session: { held } }: Draft, { camera }: Placed, { theme }: Canvas): Mark[] {
  if (held?.is !== "move" && held?.is !== "copy") return [];
  const at = (x: number, y: number) => `${tenth(x * camera.scale + camera.x)} ${tenth(y * camera.scale + camera.y)}`;
  const d = held.guides.map(([x1, y1, x2, y2]) => `M${at(x1, y1)}L${at(x2, y2)}`).join("");
  return d === "" ? [] : [pathMark("guides", d, { stroke: theme.accent, "stroke-width": 1, "stroke-dasharray": "2 4" })];
}

const ordinal = (n: number) => (n === 1 ? "first" : n === 2 ? "2nd" : n === 3 ? "3rd" : `${n}th`);

/** With more sources than this, the preview of a link counts them instead of naming them. */
const mostSources = 3;

/** The links that releasing the pointer would add: `2nd link to spine 1`, `3 links to spine 1, from leaf 1, leaf 2 and leaf 3`. */
function sayLinks(draft: Draft, sources: readonly number[], to: number): string {
  const target = nameOn(draft, to);
  if (sources.length === 1) return `${ordinal(linksBetween(draft.drawing, sources[0], to).length + 1)} link to ${target}`;
  const from = sources.length > mostSources ? "" : `, from ${anded(sources.map((s) => nameOn(draft, s)))}`;
  return `${sources.length} links to ${target}${from}`;
}

/** Marks of the gesture under way: the lasso, the dragged terminal, links being drawn with their preview, or dashed copies. */
function heldMarks(draft: Draft, placed: Placed, canvas: Canvas): Mark[] {
  const { drawing, chosen, session, isLikeFirst } = draft;
  const { held } = session;
  const { theme } = canvas;
  if (held === null) return [];
  const [w, h] = placed.size;
  const around = (s: number) => pathMark("target", box(placed, s, 5), { stroke: theme.accent, "stroke-width": 2.5 });
  if (held.is === "lasso") {
    const d = `M${asLoop(held.points)
      .map(([x, y]) => `${tenth(x)} ${tenth(y)}`)
      .join("L")}Z`;
    return [
      pathMark("lasso", d, {
        fill: theme.accent,
        "fill-opacity": 0.08,
        stroke: theme.accent,
        "stroke-width": 1.5,
        "stroke-dasharray": "5 4",
      }),
    ];
  }
  if (held.is === "terminal") {
    return [
      circleMark("held terminal", ...held.at, 5, { fill: theme.accent }),
      ...(held.to === null ? [] : [around(held.to), ...pill(held.at[0], held.at[1] - 16, `to ${nameOn(draft, held.to)}`, canvas)]),
    ];
  }
  if (held.is === "link") {
    const target = held.to === null ? held.at : pointOf(placed, held.to);
    const sources = held.sources.filter((s) => s !== held.to);
    const ends = sources.map((s): readonly [At, At] => {
      const from = pointOf(placed, s);
      return [border(from, target, w, h), held.to === null ? held.at : border(target, from, w, h)];
    });
    const line = ends.map(([start, end]) => `M${tenth(start[0])} ${tenth(start[1])}L${tenth(end[0])} ${tenth(end[1])}`).join("");
    const [start, end] = ends[sources.indexOf(held.from)];
    const newSwitch = `let go for a switch here${sources.length > 1 ? `, linked with ${sources.length} switches` : ""}`;
    return [
      pathMark("held halo", line, { stroke: theme.ground, "stroke-width": 8 }),
      pathMark("held link", line, {
        stroke: theme.accent,
        "stroke-width": 2.5,
        "stroke-linecap": "round",
        ...(held.to === null ? { "stroke-dasharray": "6 5" } : {}),
      }),
      ...(held.to !== null
        ? [around(held.to), ...pill((start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + 4, sayLinks(draft, sources, held.to), canvas)]
        : [
            pathMark("new switch", roundedRectangle(held.at[0] - w / 2, held.at[1] - h / 2, w, h, 5), {
              fill: theme.ground,
              stroke: theme.accent,
              "stroke-width": 1.5,
              "stroke-dasharray": "4 3",
            }),
            ...pill(held.at[0], held.at[1] + h / 2 + 20, held.isFar ? newSwitch : "pull to another switch", canvas),
          ]),
    ];
  }
  if (held.is === "move") return [];
  // The dashed preview of copies.
  const list = [...chosen];
  const names = namesOfCopies(drawing, list);
  const by: At = [held.by[0] * placed.camera.scale, held.by[1] * placed.camera.scale];
  const places = new Map(list.map((s) => [s, [pointOf(placed, s)[0] + by[0], pointOf(placed, s)[1] + by[1]] as const]));
  const links = drawing.links.flatMap(({ a, b }) => {
    if (isTerminal(a)) return [];
    const [p, q] = [places.get(a), places.get(b)];
    if ((p === undefined && q === undefined) || ((p === undefined || q === undefined) && !isLikeFirst)) return [];
    const [from, to] = [p ?? pointOf(placed, a), q ?? pointOf(placed, b)];
    const [start, end] = [border(from, to, w, h), border(to, from, w, h)];
    return [`M${tenth(start[0])} ${tenth(start[1])}L${tenth(end[0])} ${tenth(end[1])}`];
  });
  const ghosts = [...places.values()].map(([x, y]) => roundedRectangle(x - w / 2, y - h / 2, w, h, 5)).join("");
  const highest = [...places.values()].reduce((top, each) => (each[1] < top[1] ? each : top));
  return [
    pathMark("copied links", links.join(""), { stroke: theme.accent, "stroke-width": 1.6, "stroke-dasharray": "6 5" }),
    pathMark("copies", ghosts, { fill: theme.ground, stroke: theme.accent, "stroke-width": 1.5, "stroke-dasharray": "4 3" }),
    ...(list.length > mostNamedIn(canvas.width)
      ? []
      : list.map((s, i) => {
          const [x, y] = places.get(s)!;
          return textMark(`copy ${i}`, x, y + 4.5, names[i], { "font-size": 12, "text-anchor": "middle", fill: theme.accent });
        })),
    ...pill(highest[0], highest[1] - h / 2 - 14, `a copy, linked ${isLikeFirst ? "like the first" : "only in itself"}`, canvas),
  ];
}

/** Point slightly outside the box of a switch on the line from its center to another point. */
function border([x, y]: At, [tx, ty]: At, w: number, h: number): At {
  const [dx, dy] = [tx - x, ty - y];
  const by = Math.min((w / 2 + 5) / Math.abs(dx || 1e-6), (h / 2 + 5) / Math.abs(dy || 1e-6), 1);
  return [x + dx * by, y + dy * by];
}

/** A short text on a dark pill, kept inside the drawing. */
function pill(x: number, y: number, text: string, { width, height, theme }: Canvas): readonly Mark[] {
  const w = textWidth(text, { size: 12 }) + 18;
  const left = Math.max(4, Math.min(width - w - 4, x - w / 2));
  const top = Math.max(4, Math.min(height - 26, y - 15));
  return [
    rectMark("pill", left, top, w, 22, { rx: 11, fill: theme.ink }),
    textMark("pill text", left + w / 2, top + 15.5, text, { "font-size": 12, "text-anchor": "middle", fill: theme.ground }),
  ];
}
