/** Marks beside the switches and links: terminals with their load bars, and labels. */
import { strongWeight } from "../../plot/text-width.ts";
import { smallText } from "../../plot/vertical-axis.ts";
import type { Canvas, Theme, ViewData } from "../../contract.ts";
import type { FrameLoads } from "../../readings/loads.ts";
import { textHalo, type Mark, pathMark, rectMark, circlePath, toTenths, textMark } from "../../marks/marks.ts";
import { scalar } from "../../../core/simulation/frame.ts";
import type { Scene } from "../scene.ts";

/** Relative difference between offered and injected load that may be random. */
const randomShortfall = 0.1;

/** Terminals as dots, or on an axis as bars: the load that enters the network, and the part of the offered load that does not. */
export function terminalMarks(scene: Scene, data: ViewData, loads: FrameLoads, { theme }: Canvas): Mark[] {
  if (data.network === null) return [];
  const marks: Mark[] = [];
  const { dotRadius = 2 } = scene;
  if (scene.dots.length > 0 && dotRadius > 0) {
    marks.push(
      pathMark("terminals", scene.dots.map(({ x, y }) => circlePath(x, y, dotRadius)).join(""), {
        fill: theme.ground,
        stroke: theme.ink2,
        "stroke-width": 1,
      }),
    );
  }
  const { axis } = scene;
  if (axis === null) return [...marks, ...terminalBarMarks(scene, data, loads, theme)];
  const { offeredLoad, injectedLoad, isSilent } = terminalLoads(data, loads);
  const load = commonLoad(data);
  const scale = axis.barHeight / Math.max(0.2, load ?? Math.max(...axis.bars.map((bar) => meanOver(bar.terminals, offeredLoad))));
  const barPath = (x: number, from: number, to: number) =>
    `M${toTenths(x - axis.barWidth / 2)} ${toTenths(axis.y - from * scale)}h${toTenths(axis.barWidth)}V${toTenths(axis.y - to * scale)}h${-toTenths(axis.barWidth)}z`;
  let injectedPath = "";
  let missingPath = "";
  let rings = "";
  for (const { x, terminals } of axis.bars) {
    if (terminals.every(isSilent)) {
      if (axis.pitch >= 4) rings += circlePath(x, axis.y - 4, 1.8);
      continue;
    }
    const injected = meanOver(terminals, injectedLoad);
    const offeredMean = meanOver(terminals, offeredLoad);
    if (injected * scale > 0.3) injectedPath += barPath(x, 0, Math.min(injected, offeredMean));
    if (loads.isMeasured && offeredMean - injected > randomShortfall * offeredMean) missingPath += barPath(x, injected, offeredMean);
  }
  if (load !== null) {
    const y = toTenths(axis.y - load * scale);
    marks.push(
      pathMark("offered", `M${axis.left} ${y}H${scene.width}`, { stroke: theme.line, "stroke-width": 1, "stroke-dasharray": "1 3" }),
    );
    marks.push(textMark("offered label", axis.left, y - 4, `offered ${data.units.formatLoad(load)}`, smallText(theme)));
    marks.push(...legendMarks(axis.left + 80, y - 4, theme));
  } else if (data.offeredLoads) marks.push(...legendMarks(axis.left, axis.y - axis.barHeight - 4, theme));
  marks.push(pathMark("enters", injectedPath, { fill: "var(--sending)" }));
  // Bars too narrow for hatching show the missing load as a pale area.
  const isHatched = axis.barWidth >= 3.2 && axis.pitch >= 3.2;
  marks.push(pathMark("short", missingPath, { fill: isHatched ? "none" : theme.ink2, "fill-opacity": 0.35, class: "short" }));
  if (isHatched)
    marks.push(
      pathMark(
        "short hatching",
        hatching(
          axis,
          missingPath === ""
            ? []
            : axis.bars.flatMap(({ x, terminals }) =>
                terminals.every(isSilent) ||
                meanOver(terminals, offeredLoad) - meanOver(terminals, injectedLoad) <= randomShortfall * meanOver(terminals, offeredLoad)
                  ? []
                  : [{ x, from: meanOver(terminals, injectedLoad) * scale, to: meanOver(terminals, offeredLoad) * scale }],
              ),
        ),
        { stroke: theme.ink2, "stroke-width": 1 },
      ),
    );
  marks.push(pathMark("silent", rings, { stroke: theme.ink2, "stroke-width": 1 }));
  if (axis.unlabeledDots !== "") marks.push(pathMark("terminal dots", axis.unlabeledDots, { fill: theme.ink2, "fill-opacity": 0.8 }));
  const chosen = describedTerminal(data);
  for (const { x, text } of axis.labels) {
    const isHighlighted = text === chosen || data.highlight.terminals.has(Number(text));
    marks.push(
      textMark(`terminal ${text}`, x, axis.labelY + 4, text, {
        "font-size": 11,
        "text-anchor": "middle",
        fill: isHighlighted ? theme.accent : theme.ink2,
        "font-weight": isHighlighted ? strongWeight : 400,
      }),
    );
  }
  return marks;
}

/** Legend of the two parts of a bar, at a position. */
function legendMarks(x: number, y: number, theme: Theme): readonly Mark[] {
  const textStyle = smallText(theme);
  return [
    rectMark("key enters", x, y - 8, 8, 8, { rx: 2, fill: "var(--sending)" }),
    textMark("key enters name", x + 12, y, "injected", textStyle),
    pathMark("key short", `M${x + 64} ${y - 3}l5-5M${x + 64} ${y}l8-8M${x + 67} ${y}l5-5`, { stroke: theme.ink2, "stroke-width": 1 }),
    textMark("key short name", x + 76, y, "queued", textStyle),
  ];
}

/** The load that every sending terminal offers; null if they differ, or if the load is not known. */
function commonLoad({ load, offeredLoads = null }: ViewData): number | null {
  return offeredLoads === null ? load : null;
}

/** Text before the legend of bars beside terminals, and its width, pixels. */
const legendTitle = { text: "Each terminal’s traffic:", width: 130 };

/**
 * Marks of the bars beside the dots of terminals: the load that each terminal injects, and above it the part of its offered load that it
 * cannot inject, if that is more than chance.
 */
function terminalBarMarks({ dots, dotRadius = 2, terminalBars }: Scene, data: ViewData, loads: FrameLoads, theme: Theme): readonly Mark[] {
  if (terminalBars === undefined || dots.length === 0) return [];
  const { offeredLoad, injectedLoad, isSilent } = terminalLoads(data, loads);
  const sendingDots = dots.filter(({ terminal }) => !isSilent(terminal));
  const scale =
    terminalBars.height / Math.max(0.2, commonLoad(data) ?? Math.max(0, ...sendingDots.map(({ terminal }) => offeredLoad(terminal))));
  // One path of a bar for each terminal, between two loads that `rangeOf` returns.
  const barPaths = (rangeOf: (terminal: number) => readonly [number, number]) =>
    sendingDots
      .map(({ x, y, terminal }) => {
        const [lowerHeight, upperHeight] = rangeOf(terminal).map((load) => toTenths(load * scale));
        return upperHeight - lowerHeight < 0.4
          ? ""
          : `M${toTenths(x + dotRadius + 2)} ${toTenths(y - 2 - lowerHeight)}h${terminalBars.width}v${lowerHeight - upperHeight}h${-terminalBars.width}z`;
      })
      .join("");
  const isShort = (terminal: number) =>
    loads.isMeasured && offeredLoad(terminal) - injectedLoad(terminal) > randomShortfall * offeredLoad(terminal);
  const { legendPosition } = terminalBars;
  return [
    ...(legendPosition === undefined || data.frame === null
      ? []
      : [
          textMark("key", ...legendPosition, legendTitle.text, smallText(theme)),
          ...legendMarks(legendPosition[0] + legendTitle.width, legendPosition[1], theme),
        ]),
    pathMark(
      "enters",
      barPaths((terminal) => [0, Math.min(injectedLoad(terminal), offeredLoad(terminal))]),
      { fill: "var(--sending)" },
    ),
    pathMark(
      "short",
      barPaths((terminal) => (isShort(terminal) ? [injectedLoad(terminal), offeredLoad(terminal)] : [0, 0])),
      { fill: theme.ink2, "fill-opacity": 0.35, class: "short" },
    ),
  ];
}

/**
 * Slanted lines across the missing load, clipped to each bar. They are ordinary paths, so that exported files need no pattern definitions.
 */
function hatching(axis: NonNullable<Scene["axis"]>, bars: readonly { x: number; from: number; to: number }[]): string {
  const halfWidth = axis.barWidth / 2;
  const step = 5;
  let path = "";
  for (const { x, from, to } of bars) {
    const [top, bottom] = [axis.y - to, axis.y - from];
    if (bottom - top < 1) continue;
    for (let start = bottom - step; start > top - axis.barWidth; start -= step) {
      // From the left edge at `start` downwards to the right, within [top, bottom].
      const lineStart = Math.max(0, top - start);
      const lineEnd = Math.min(axis.barWidth, bottom - start);
      if (lineEnd > lineStart)
        path += `M${toTenths(x - halfWidth + lineStart)} ${toTenths(start + lineStart)}L${toTenths(x - halfWidth + lineEnd)} ${toTenths(start + lineEnd)}`;
    }
  }
  return path;
}

function meanOver(terminals: readonly number[], valueOf: (terminal: number) => number): number {
  return terminals.reduce((sum, terminal) => sum + valueOf(terminal), 0) / terminals.length;
}

/**
 * Loads of terminals, phits per cycle. Where the offered load is unknown, it is the load of the messages created so far. Silent terminals
 * have created and sent nothing in the measurement window.
 */
function terminalLoads(data: ViewData, loads: FrameLoads) {
  const { network, frame, packetPhits } = data;
  /** Offered load of every terminal, if it is equal; otherwise null. */
  const equalLoad = commonLoad(data);
  const injectedLoad = (terminal: number) => {
    if (network === null) return 0;
    let sum = 0;
    for (let channel = network.firstOut[terminal]; channel < network.firstOut[terminal + 1]; channel++) sum += loads.loadOf(channel);
    return sum;
  };
  const cycles = frame?.scalars[scalar.windowCycles] ?? 0;
  const createdLoad = (terminal: number) => (frame !== null && cycles > 0 ? (frame.created[terminal] * packetPhits) / cycles : 0);
  // A terminal counts as silent only after measured time without a message.
  const isSilent = (terminal: number) =>
    frame === null || (loads.isMeasured && injectedLoad(terminal) === 0 && createdLoad(terminal) === 0);
  return {
    injectedLoad,
    isSilent,
    offeredLoad: (terminal: number) =>
      equalLoad ?? data.offeredLoads?.[terminal] ?? Math.max(createdLoad(terminal), injectedLoad(terminal)),
  };
}

function describedTerminal({ network, selected, selectedChannel }: ViewData): string {
  if (network === null || selectedChannel < 0 || selected.is !== "nothing") return "";
  const end = [network.tail[selectedChannel], network.head[selectedChannel]].find((node) => node < network.terminals);
  return end === undefined ? "" : String(end);
}

/** The labels of a scene as marks. */
export function sceneLabelMarks(scene: Scene, { theme }: Canvas): Mark[] {
  return scene.labels.map(({ x, y, text, anchor, bold, size, hasHalo }, i) =>
    textMark(`word ${i}`, x, y, text, {
      "font-size": size,
      "text-anchor": anchor,
      fill: bold ? theme.ink : theme.ink2,
      "font-weight": bold ? strongWeight : 400,
      ...(hasHalo === true ? textHalo(theme.ground) : {}),
    }),
  );
}
