/**
 * All networks of a comparison side by side on one scale, in the order of their letters: above each network its delivered load as a number
 * and as a bar.
 */
import { terminalNames } from "../readings/terminal-names.ts";
import type { Network } from "../../core/network/network.ts";
import type { Canvas, Variant, View } from "../contract.ts";
import { keyFigureOf } from "../../findings/key-figure.ts";
import { keyFigureOfDeadlock } from "../../findings/scenario.ts";
import { textHalo, type Mark, pathMark, rectMark, roundedRectanglePath, toTenths, textMark } from "../marks/marks.ts";
import { letterTag } from "../marks/letter-tag.ts";
import { drawWithHover } from "../marks/hover-target.ts";
import { fullnessOf } from "../readings/buffers.ts";
import { frameLoads } from "../readings/loads.ts";
import { asFast } from "../stage/paint/nonuniform-channels.ts";
import { isTooLargeForSvg, type Scene } from "../stage/scene.ts";
import { placeWithoutBars } from "./arrange-pair.ts";
import { paintPaths } from "./paint-paths.ts";
import { moveScene } from "./move-scene.ts";
import { multiplesEmptyMessage } from "./empty-messages.ts";
import { paintComparedScene } from "./paint-pair.ts";
import { type BuiltVariant, sayCounts, withoutSelection } from "./pair.ts";
import { emptyNetworksDrawing, type NetworksDrawing, hitTestNetworks } from "./hit-test.ts";
import { memoizeLast } from "../memoize-last.ts";
import type { Units } from "../../words/units.ts";
import { isDeadlocked } from "../../core/measures/results.ts";
import { truncateText, wrapText } from "../plot/text-fit.ts";
import { textWidth, strongWeight, type TextStyle } from "../plot/text-width.ts";

/** Height of the text above each network and of a second title line; gaps between networks, pixels. */
const headHeight = 74;
const titleLineHeight = 16;
const gaps = { across: 36, narrow: 16, down: 22 };
/**
 * Minimum sizes, pixels: height of a network, width of a tile, width of a tile for a wide gap, width of a tile for a large number, and
 * height of a network that leaves room for a title of two lines.
 */
const minimum = { network: 40, tile: 110, wide: 130, large: 170, low: 90 } as const;

interface MultiplesMarks extends NetworksDrawing {
  readonly canvasMarks: readonly Mark[];
}

export const smallMultiples: View<MultiplesMarks> = {
  id: "multiples",
  title: "All networks on one scale",
  short: "Side by side",
  region: "stage",
  enlargement: true,
  needsAllFrames: true,

  emptyMessage: multiplesEmptyMessage,

  summary(data) {
    const phrases = data.variants.map(({ letter, title, ...variant }) => {
      const { value, words } = figureOfNetwork(data.units, variant);
      return `${letter} ${title}: ${[value, words].filter((text) => text !== "").join(" ")}`;
    });
    return `${phrases.join("; ")}.`;
  },

  /**
   * A tile for each network. Networks keep their places whatever their results, so that A is on the left in every view. The lines and boxes
   * of large networks are painted on a canvas, because many SVG elements are slow.
   */
  layout(data, canvas) {
    const builtVariants = data.variants.filter(isBuilt);
    if (builtVariants.length === 0 || canvas.width < 80 || canvas.height < 80) return { ...emptyNetworksDrawing, canvasMarks: [] };
    const tiles = tilesOf(builtVariants.length, canvas);
    // Titles have a second line if the networks below stay large enough.
    const { width, height } = tiles[0];
    const hasTwoTitleLines =
      height - headHeight - titleLineHeight >= minimum.low && builtVariants.some(({ title }) => titleLines(title, width).length > 1);
    const secondLineHeight = hasTwoTitleLines ? titleLineHeight : 0;
    const hasCounts = builtVariants.every(
      (variant) =>
        34 + textWidth(variant.title, { size: 13, weight: strongWeight }) + textWidth(sayCounts(variant.network), { size: 12 }) <= width,
    );
    const networks = builtVariants.map(({ network }) => network);
    const placedVariants = builtVariants.flatMap((variant, i) => {
      const { x, y, width, height } = tiles[i];
      // A tile too low for a network shows only its number.
      if (height - headHeight - secondLineHeight < minimum.network) return [];
      const scene = placeTile[i](
        variant.network,
        Math.floor(width),
        Math.floor(height - headHeight - secondLineHeight),
        x,
        y + headHeight + secondLineHeight,
        ...networks,
      );
      return scene === null ? [] : [{ variant, scene: asFast(scene, variant) }];
    });
    const onCanvas = isTooLargeForSvg(...placedVariants.map(({ scene }) => scene));
    const layersByVariant = placedVariants.map(({ variant, scene }) =>
      paintComparedScene(
        {
          keyPrefix: `${variant.letter} `,
          variant,
          scene,
          times: null,
          data: withoutSelection(data, variant),
        },
        canvas,
      ),
    );
    return {
      canvasMarks: onCanvas ? layersByVariant.flatMap(({ strands, switches }) => [...strands, ...switches]) : [],
      marks: [
        ...layersByVariant.flatMap(({ strands, trails }) => [...(onCanvas ? [] : strands), ...trails]),
        ...layersByVariant.flatMap(({ switches, labels }) => [...(onCanvas ? [] : switches), ...labels]),
        ...builtVariants.flatMap((variant, i) => headMarks(variant, tiles[i], { numbersOffset: secondLineHeight, hasCounts }, canvas)),
      ],
      scenes: placedVariants.map(({ variant, scene }) => hoverSceneOf(data.units, variant, scene)),
      sayTerminal: terminalNames(placedVariants[0]?.variant.network ?? null),
    };
  },

  draw: (drawing, group, canvas, actions) => drawWithHover(drawing, group, canvas, actions, hitTestNetworks),

  paint: ({ canvasMarks }, context, canvas) => paintPaths(canvasMarks, context, canvas),

  /** The cells of loads are empty for a finite workload, the cell of the makespan for any other. */
  table(data) {
    return {
      columns: [
        { title: "Network", unit: "" },
        { title: "Offered", unit: "phits/cycle per sender" },
        { title: "Delivered", unit: "phits/cycle per sender" },
        { title: "Finished after", unit: "cycles" },
        { title: "Links", unit: "" },
      ],
      rows: data.variants.map(({ letter, title, results, load, facts }) => [
        `${letter} ${title}`,
        load ?? "",
        load === null ? "" : (results?.acceptedPerSender ?? ""),
        results?.makespan ?? "",
        facts?.links ?? "",
      ]),
    };
  },
};

/** Places a network in its tile. Each tile caches its last result, because each contains another network. */
const placeTile = Array.from({ length: 8 }, () =>
  memoizeLast((network: Network, width: number, height: number, x: number, y: number, ...all: readonly Network[]): Scene | null => {
    const scene = placeWithoutBars(network, width, height, all);
    return scene === null ? null : moveScene(scene, { x, y, isUpsideDown: false });
  }),
);

function isBuilt(variant: Variant): variant is BuiltVariant {
  return variant.network !== null;
}

interface Tile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Splits the canvas into `count` tiles of equal size, in rows from left to right. Of all numbers of columns, it uses the one whose tiles
 * give a network the most space. Positions and sizes are in pixels.
 */
function tilesOf(count: number, { width, height }: Canvas): readonly Tile[] {
  const candidateGrids = Array.from({ length: count }, (_, i) => i + 1)
    .map((columns) => {
      const rows = Math.ceil(count / columns);
      const widthWith = (gapWidth: number) => (width - (columns - 1) * gapWidth) / columns;
      const gapWidth = widthWith(gaps.across) >= minimum.wide ? gaps.across : gaps.narrow;
      return { columns, gapWidth, w: widthWith(gapWidth), h: (height - (rows - 1) * gaps.down) / rows };
    })
    .filter(({ columns, w }) => columns === 1 || w >= minimum.tile);
  // The usable width is at most 1.2 times the height below the head, because networks are about as high as wide.
  const usableSize = ({ w, h }: { readonly w: number; readonly h: number }) => Math.min(w, 1.2 * Math.max(1, h - headHeight));
  const { columns, gapWidth, w, h } = candidateGrids.reduce((best, each) => (usableSize(each) > usableSize(best) ? each : best));
  return Array.from({ length: count }, (_, i) => ({
    x: (i % columns) * (w + gapWidth),
    y: Math.floor(i / columns) * (h + gaps.down),
    width: w,
    height: h,
  }));
}

/** Result of a network as one number: delivered load or makespan. */
function figureOfNetwork(units: Units, { results, load, frame }: Pick<Variant, "results" | "load" | "frame">) {
  if (results === null) return frame === null ? { value: "", words: "not run yet" } : { value: "…", words: "" };
  if (load !== null)
    return isDeadlocked(results) ? keyFigureOfDeadlock(units, load, results) : keyFigureOf(units, load, results.acceptedPerSender);
  return results.makespan === null ? { value: "–", words: "not finished" } : { value: units.sayTime(results.makespan), words: "" };
}

/** Text style of titles and numbers in a tile. */
const titleStyle: TextStyle = { size: 13, weight: strongWeight };

/** Title of a tile on up to `maxLines` lines, truncated to the width. */
function titleLines(name: string, width: number, maxLines: 1 | 2 = 2): readonly string[] {
  const [first, ...rest] = wrapText(name, width - 24, titleStyle);
  const lines = maxLines === 1 || rest.length === 0 ? [name] : [first, rest.join(" ")];
  return lines.map((line) => truncateText(line, width - 24, titleStyle));
}

/** Layout of the headings, common to all tiles. */
interface HeadLayout {
  /** Vertical offset of the numbers below titles of two lines, pixels. */
  readonly numbersOffset: number;
  /** Whether every tile has room for the counts of its network. */
  readonly hasCounts: boolean;
}

/** Heading of a tile: letter and title, the number, and the bar. */
function headMarks(
  variant: BuiltVariant,
  { x, y, width }: Tile,
  { numbersOffset, hasCounts }: HeadLayout,
  { units, theme, width: canvasWidth }: Canvas,
): readonly Mark[] {
  const { letter, title } = variant;
  const keyPrefix = `${letter} head `;
  const { value, words, ...figure } = figureOfNetwork(units, variant);
  const top = y + numbersOffset;
  const titleRows = titleLines(title, width, numbersOffset === 0 ? 1 : 2);
  const trackWidth = Math.min(220, width - 4);
  // A time with its unit may be too long for a narrow tile at full size.
  const size = Math.min(width < minimum.large ? 22 : 28, Math.floor((width - 6) / textWidth(value, { size: 1, weight: strongWeight })));
  const wordsX = value === "" ? 0 : 6 + textWidth(value, { size, weight: strongWeight });
  // The text may extend into the gap to the next tile. Without room for all of it, drop the part from `delivered` on.
  const room = Math.min(width + gaps.across / 3, canvasWidth - x);
  const shownWords = wordsX + textWidth(words, { size: size / 2 }) <= room ? words : words.replace(/ delivered.*/, "");
  const bar = (from: number, to: number, attributes: Mark["attributes"]) =>
    to <= from
      ? []
      : [
          rectMark(
            `${keyPrefix}${from === 0 ? "delivered" : "short"}`,
            x + trackWidth * from,
            top + 58,
            trackWidth * (to - from),
            6,
            attributes,
          ),
        ];
  const loads = "loads" in figure ? figure.loads : undefined;
  const maxLoad = Math.max(1, loads?.offered ?? 0);
  const [delivered, offered] = [(loads?.delivered ?? 0) / maxLoad, (loads?.offered ?? 0) / maxLoad];
  const hatching = Array.from({ length: Math.max(0, Math.floor(((offered - delivered) * trackWidth) / 5)) }, (_, i) => {
    return `M${toTenths(x + trackWidth * delivered + 5 * i)} ${top + 64}l5 -6`;
  });
  return [
    ...letterTag(keyPrefix, x + 8.5, y + 11, variant, theme, theme.ground),
    ...titleRows.map((line, i) =>
      textMark(`${keyPrefix}name${i === 0 ? "" : ` ${i}`}`, x + 24, y + 15.5 + titleLineHeight * i, line, {
        "font-size": 13,
        "font-weight": strongWeight,
        fill: theme.ink,
        ...textHalo(theme.ground),
      }),
    ),
    ...(hasCounts
      ? [
          textMark(`${keyPrefix}counts`, x + width, y + 15.5, sayCounts(variant.network), {
            "font-size": 12,
            fill: theme.ink2,
            "text-anchor": "end",
          }),
        ]
      : []),
    textMark(`${keyPrefix}value`, x, top + 48, value, { "font-size": size, "font-weight": strongWeight, fill: theme.ink }),
    textMark(`${keyPrefix}words`, x + wordsX, top + 48, shownWords, { "font-size": size / 2, fill: theme.ink }),
    ...(loads === undefined
      ? []
      : [
          pathMark(`${keyPrefix}track`, roundedRectanglePath(x, top + 58, trackWidth, 6, 3), { fill: theme.line }),
          ...bar(0, delivered, { fill: theme.ink, rx: 3 }),
          ...(hatching.length === 0 ? [] : [pathMark(`${keyPrefix}short`, hatching.join(""), { stroke: theme.ink, "stroke-width": 1.2 })]),
          pathMark(`${keyPrefix}offered`, `M${toTenths(x + trackWidth * offered)} ${top + 55}v12`, {
            stroke: theme.ink,
            "stroke-width": 1.5,
          }),
        ]),
  ];
}

/** The scene with the texts of its hover targets. Counters are copied, because the next slice of the run overwrites its frame. */
function hoverSceneOf(units: Units, variant: BuiltVariant, scene: Scene): NetworksDrawing["scenes"][number] {
  const { index, letter, network, queueCapacity, hasQueuePerOutput, frame } = variant;
  const loads = frameLoads(variant, true);
  const fullness = fullnessOf({
    network,
    queueCapacity,
    hasQueuePerOutput,
    frame: frame === null ? null : { queued: frame.queued.slice() },
  });
  return {
    scene,
    axes: scene.axis === null ? [] : [scene.axis],
    network,
    variantIndex: index,
    sayChannel: (c) => `${letter}: ${units.withUnit(units.formatLoad(loads.loadOf(c)), "phits/cycle")}`,
    saySwitch: (n) => `${letter}${fullness === null ? "" : `: ${Math.round(100 * fullness([n]))}\u00a0% full`}`,
    rankOf: loads.share,
  };
}
