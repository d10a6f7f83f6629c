/** Marks beside the switches and links: terminals with their load bars, and labels. */
import { strongWeight } from "../../plot/text-width.ts";
import { small } from "../../plot/axes.ts";
import type { Canvas, Theme, ViewData } from "../../contract.ts";
import type { Loads } from "../../readings/loads.ts";
import { halo, type Mark, pathMark, rectMark, ring, tenth, textMark } from "../../marks/marks.ts";
import { scalar } from "../../../core/simulation/frame.ts";
import type { Scene } from "../scene.ts";

/** Relative difference between offered and injected load that may be random. */
const chance = 0.1;

/** Terminals as dots, or on an axis as bars: the load that enters the network, and the part of the offered load that does not. */
export function paintAxis(scene: Scene, data: ViewData, loads: Loads, { theme }: Canvas): Mark[] {
  if (data.network === null) return [];
  const marks: Mark[] = [];
  const { dotRadius = 2 } = scene;
  if (scene.dots.length > 0 && dotRadius > 0) {
    marks.push(
      pathMark("terminals", scene.dots.map(({ x, y }) => ring(x, y, dotRadius)).join(""), {
        fill: theme.ground,
        stroke: theme.ink2,
        "stroke-width": 1,
      }),
    );
  }
  const { axis } = scene;
  if (axis === null) return [...marks, ...paintPosts(scene, data, loads, theme)];
  const { offered, sent, silent } = terminalLoads(data, loads);
  const load = loadOfAll(data);
  const scale = axis.barHeight / Math.max(0.2, load ?? Math.max(...axis.bars.map((bar) => mean(bar.terminals, offered))));
  const bar = (x: number, from: number, to: number) =>
    `M${tenth(x - axis.barWidth / 2)} ${tenth(axis.y - from * scale)}h${tenth(axis.barWidth)}V${tenth(axis.y - to * scale)}h${-tenth(axis.barWidth)}z`;
  let enters = "";
  let short = "";
  let rings = "";
  for (const { x, terminals } of axis.bars) {
    if (terminals.every(silent)) {
      if (axis.pitch >= 4) rings += ring(x, axis.y - 4, 1.8);
      continue;
    }
    const got = mean(terminals, sent);
    const asked = mean(terminals, offered);
    if (got * scale > 0.3) enters += bar(x, 0, Math.min(got, asked));
    if (loads.measured && asked - got > chance * asked) short += bar(x, got, asked);
  }
  if (load !== null) {
    const y = tenth(axis.y - load * scale);
    marks.push(
      pathMark("offered", `M${axis.left} ${y}H${scene.width}`, { stroke: theme.line, "stroke-width": 1, "stroke-dasharray": "1 3" }),
    );
    marks.push(textMark("offered label", axis.left, y - 4, `offered ${data.units.formatLoad(load)}`, small(theme)));
    marks.push(...keyMarks(axis.left + 80, y - 4, theme));
  } else if (data.offered) marks.push(...keyMarks(axis.left, axis.y - axis.barHeight - 4, theme));
  marks.push(pathMark("enters", enters, { fill: "var(--sending)" }));
  // Bars too narrow for hatching show the missing load as a pale area.
  const isHatched = axis.barWidth >= 3.2 && axis.pitch >= 3.2;
  marks.push(pathMark("short", short, { fill: isHatched ? "none" : theme.ink2, "fill-opacity": 0.35, class: "short" }));
  if (isHatched)
    marks.push(
      pathMark(
        "short hatching",
        hatching(
          axis,
          short === ""
            ? []
            : axis.bars.flatMap(({ x, terminals }) =>
                terminals.every(silent) || mean(terminals, offered) - mean(terminals, sent) <= chance * mean(terminals, offered)
                  ? []
                  : [{ x, from: mean(terminals, sent) * scale, to: mean(terminals, offered) * scale }],
              ),
        ),
        { stroke: theme.ink2, "stroke-width": 1 },
      ),
    );
  marks.push(pathMark("silent", rings, { stroke: theme.ink2, "stroke-width": 1 }));
  if (axis.dotted !== "") marks.push(pathMark("terminal dots", axis.dotted, { fill: theme.ink2, "fill-opacity": 0.8 }));
  const chosen = chosenTerminal(data);
  for (const { x, text } of axis.labels) {
    const own = text === chosen || data.highlight.terminals.has(Number(text));
    marks.push(
      textMark(`terminal ${text}`, x, axis.numbersAt + 4, text, {
        "font-size": 11,
        "text-anchor": "middle",
        fill: own ? theme.accent : theme.ink2,
        "font-weight": own ? strongWeight : 400,
      }),
    );
  }
  return marks;
}

/** Legend of the two parts of a bar, at a position. */
function keyMarks(x: number, y: number, theme: Theme): readonly Mark[] {
  const words = small(theme);
  return [
    rectMark("key enters", x, y - 8, 8, 8, { rx: 2, fill: "var(--sending)" }),
    textMark("key enters name", x + 12, y, "enters", words),
    pathMark("key short", `M${x + 52} ${y - 3}l5-5M${x + 52} ${y}l8-8M${x + 55} ${y}l5-5`, { stroke: theme.ink2, "stroke-width": 1 }),
    textMark("key short name", x + 64, y, "does not", words),
  ];
}

/** The load that every sending terminal offers; null if they differ, or if the load is not known. */
function loadOfAll({ load, offered = null }: ViewData): number | null {
  return offered === null ? load : null;
}

/** Text before the legend of bars beside terminals, and its width, pixels. */
const ofEach = { text: "Each terminal’s traffic:", width: 130 };

/** Bars beside the dots of terminals, in the colors of the bars on an axis, with their legend where it has a position. */
function paintPosts({ dots, dotRadius = 2, posts }: Scene, data: ViewData, loads: Loads, theme: Theme): readonly Mark[] {
  if (posts === undefined || dots.length === 0) return [];
  const { offered, sent, silent } = terminalLoads(data, loads);
  const speaking = dots.filter(({ terminal }) => !silent(terminal));
  const scale = posts.height / Math.max(0.2, loadOfAll(data) ?? Math.max(0, ...speaking.map(({ terminal }) => offered(terminal))));
  const bars = (of: (terminal: number) => readonly [number, number]) =>
    speaking
      .map(({ x, y, terminal }) => {
        const [from, to] = of(terminal).map((load) => tenth(load * scale));
        return to - from < 0.4 ? "" : `M${tenth(x + dotRadius + 2)} ${tenth(y - 2 - from)}h${posts.width}v${from - to}h${-posts.width}z`;
      })
      .join("");
  const isShort = (t: number) => loads.measured && offered(t) - sent(t) > chance * offered(t);
  const { key } = posts;
  return [
    ...(key === undefined || data.frame === null
      ? []
      : [textMark("key", ...key, ofEach.text, small(theme)), ...keyMarks(key[0] + ofEach.width, key[1], theme)]),
    pathMark(
      "enters",
      bars((t) => [0, Math.min(sent(t), offered(t))]),
      { fill: "var(--sending)" },
    ),
    pathMark(
      "short",
      bars((t) => (isShort(t) ? [sent(t), offered(t)] : [0, 0])),
      { fill: theme.ink2, "fill-opacity": 0.35, class: "short" },
    ),
  ];
}

/**
 * Slanted lines across the missing load, clipped to each bar. They are ordinary paths, so that exported files need no pattern definitions.
 */
function hatching(axis: NonNullable<Scene["axis"]>, bars: readonly { x: number; from: number; to: number }[]): string {
  const half = axis.barWidth / 2;
  const step = 5;
  let d = "";
  for (const { x, from, to } of bars) {
    const [top, bottom] = [axis.y - to, axis.y - from];
    if (bottom - top < 1) continue;
    for (let start = bottom - step; start > top - axis.barWidth; start -= step) {
      // From the left edge at `start` downwards to the right, within [top, bottom].
      const skip = Math.max(0, top - start);
      const run = Math.min(axis.barWidth, bottom - start);
      if (run > skip) d += `M${tenth(x - half + skip)} ${tenth(start + skip)}L${tenth(x - half + run)} ${tenth(start + run)}`;
    }
  }
  return d;
}

function mean(terminals: readonly number[], of: (terminal: number) => number): number {
  return terminals.reduce((sum, t) => sum + of(t), 0) / terminals.length;
}

/** Offered load, injected load, phits per cycle, and silence of terminals. */
function terminalLoads(data: ViewData, loads: Loads) {
  const { network, frame, packetPhits } = data;
  const load = loadOfAll(data);
  const sent = (t: number) => {
    if (network === null) return 0;
    let sum = 0;
    for (let c = network.firstOut[t]; c < network.firstOut[t + 1]; c++) sum += loads.of(c);
    return sum;
  };
  const cycles = frame?.scalars[scalar.windowCycles] ?? 0;
  const created = (t: number) => (frame !== null && cycles > 0 ? (frame.created[t] * packetPhits) / cycles : 0);
  // A terminal counts as silent only after measured time without a message.
  const silent = (t: number) => frame === null || (loads.measured && sent(t) === 0 && created(t) === 0);
  return { sent, silent, offered: (t: number) => load ?? data.offered?.[t] ?? Math.max(created(t), sent(t)) };
}

function chosenTerminal({ network, selected, selectedChannel }: ViewData): string {
  if (network === null || selectedChannel < 0 || selected.is !== "nothing") return "";
  const end = [network.tail[selectedChannel], network.head[selectedChannel]].find((n) => n < network.terminals);
  return end === undefined ? "" : String(end);
}

/** The labels of a scene as marks. */
export function paintWords(scene: Scene, { theme }: Canvas): Mark[] {
  return scene.words.map(({ x, y, text, anchor, bold, size, hasHalo }, i) =>
    textMark(`word ${i}`, x, y, text, {
      "font-size": size,
      "text-anchor": anchor,
      fill: bold ? theme.ink : theme.ink2,
      "font-weight": bold ? strongWeight : 400,
      ...(hasHalo === true ? halo(theme.ground) : {}),
    }),
  );
}
