/**
 * Draws a view of one network in a comparison: once for each network, side by side on one scale, or only for the active network where there
 * is too little width. Each drawing has the letter of its network above it, in saved files too.
 */
import { truncateText, wrapText } from "./plot/text-fit.ts";
import { select } from "d3-selection";
import type { Actions, Canvas, View, ViewData } from "./contract.ts";
import { drawMarks, type Mark, textMark } from "./marks/marks.ts";
import { among, isToldOfEach } from "./sizing.ts";
import { letterTag } from "./marks/letter-tag.ts";
import { strongWeight } from "./plot/text-width.ts";

/** Gap between two rows of drawings, pixels. */
const down = 18;
/** Height of the letter and title above a drawing, pixels. */
const caption = 26;
/** Height of a drawing without a preferred size, pixels. */
const usual = 240;

/** The drawing of one network, with its position. */
export interface Part {
  readonly data: ViewData;
  readonly x: number;
  readonly y: number;
  readonly canvas: Canvas;
  readonly caption: readonly Mark[];
  readonly marks: unknown;
  /** The message shown instead of a drawing; null if there is one. */
  readonly lacks: string | null;
}

/** Turns a view of one network into a view of the whole comparison: all networks where `isWide`, otherwise only the active network. */
export function ofEach(view: View, isWide: boolean): View<readonly Part[]> {
  // Cards use SVG only; canvases are for the stage.
  const { paint: _paint, move: _move, ...head } = view;
  const shown = (data: ViewData) => (isWide ? data.variants : [data.variants[data.index]]).map((own) => alone(data, own.index));
  const all = (data: ViewData) => data.variants.map(({ index }) => alone(data, index));
  const isTogether = (data: ViewData) => view.drawsTogether?.(data) === true;
  return {
    ...head,
    ...(isWide ? { drawsAll: true as const } : {}),
    room: (data, width) => {
      if (isTogether(data)) return view.room?.(data, width) ?? { width, height: usual };
      const { columns, rows, across, heights } = gridOf(view, shown(data), width);
      const height = heights.reduce((sum, each) => sum + each + caption, 0) + (rows - 1) * down;
      const { fromMiddle = false } = (columns === 1 ? view.room?.(shown(data)[0], width) : undefined) ?? {};
      return { width: columns * across + (columns - 1) * among.gap, height, fromMiddle };
    },
    needs: (data) => {
      if (isTogether(data)) return view.needs(data);
      const lacking = shown(data).map((own) => view.needs(own));
      return lacking.every((each) => each !== null) ? (lacking[0] ?? null) : null;
    },
    summary: (data) => {
      if (isTogether(data)) return view.summary(data);
      return (isToldOfEach(data.variants.length) ? shown(data) : [alone(data, data.index)])
        .map((own) => `${own.letter}: ${view.summary(own)}`)
        .join(" ");
    },
    layout: (data, canvas) =>
      isTogether(data)
        ? [{ data, x: 0, y: 0, canvas, caption: [], marks: view.layout(data, canvas), lacks: null }]
        : partsOf(view, shown(data), all(data), canvas),
    draw: (parts, into, _canvas, act) => drawParts(view, parts, into, act),
    table: (data) => {
      const tables = all(data).map((own) => view.table(own));
      const rows = tables.flatMap((table, i) => table.rows.map((row) => [data.variants[i].letter, ...row]));
      return { columns: [{ title: "Network", unit: "" }, ...tables[0].columns], rows };
    },
  };
}

/** The data of the page as if it had only this network, which keeps its letter. */
function alone(data: ViewData, index: number): ViewData {
  const own = data.variants[index];
  return { ...data, ...own, variants: [own], baseline: 0 };
}

interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** Width of each column, and height of the drawings in each row, pixels. */
  readonly across: number;
  readonly heights: readonly number[];
}

/** Chooses as many columns as give each drawing its preferred width, with rows of nearly equal length. */
function gridOf(view: View, parts: readonly ViewData[], width: number): Grid {
  const most = Math.max(1, Math.min(parts.length, Math.floor((width + among.gap) / (among.least + among.gap))));
  for (let wanted = most; ; wanted--) {
    const rows = Math.ceil(parts.length / wanted);
    const columns = Math.ceil(parts.length / rows);
    const own = Math.floor((width - (columns - 1) * among.gap) / columns);
    const rooms = parts.map((data) => view.room?.(data, own) ?? { width: own, height: usual });
    const across = Math.max(own, ...rooms.map((room) => room.width));
    if (across > own && columns > 1) continue;
    const heights = Array.from({ length: rows }, (_, row) =>
      Math.max(...rooms.slice(row * columns, (row + 1) * columns).map(({ height }) => height)),
    );
    return { columns, rows, across, heights };
  }
}

/** Places the panels in a grid and lays out their drawings on a common scale. */
function partsOf(view: View, shown: readonly ViewData[], all: readonly ViewData[], { width, height, ...same }: Canvas): readonly Part[] {
  const { columns, rows, across, heights } = gridOf(view, shown, width);
  // Height beyond the preferred height is divided equally among the rows.
  const wanted = heights.reduce((sum, each) => sum + each + caption, 0) + (rows - 1) * down;
  const more = Math.max(0, Math.floor((height - wanted) / rows));
  const canvasOf = (i: number): Canvas => ({ ...same, width: across, height: heights[Math.floor(i / columns)] + more });
  const reach = reachOf(view, all, canvasOf(0));
  return shown.map((data, i) => {
    const above = heights.slice(0, Math.floor(i / columns)).reduce((sum, each) => sum + each + more + caption + down, 0);
    const canvas = canvasOf(i);
    const lacks = view.needs(data);
    return {
      data,
      x: (i % columns) * (across + among.gap),
      y: above,
      canvas,
      caption: captionOf(data, lacks, canvas),
      marks: lacks === null ? view.layout({ ...data, reach }, canvas) : null,
      lacks,
    };
  });
}

/** Maximum of each axis over all networks, so that their drawings share a scale. */
function reachOf(view: View, all: readonly ViewData[], canvas: Canvas): readonly number[] {
  const own = all.map((data) => (view.needs(data) === null ? (view.reach?.(data, canvas) ?? []) : []));
  return Array.from({ length: Math.max(...own.map(({ length }) => length)) }, (_, i) => Math.max(...own.map((each) => each[i] ?? 0)));
}

/** Letter and title, and the message where nothing is drawn. */
function captionOf(data: ViewData, lacks: string | null, { width, theme }: Canvas): readonly Mark[] {
  const title = truncateText(data.title, width - 26, { size: 12, weight: strongWeight });
  return [
    ...letterTag("", 9, 9, data, theme, theme.surface),
    textMark("title", 24, 13, title, { "font-size": 12, "font-weight": strongWeight, fill: theme.ink }),
    ...(lacks === null ? [] : wrapText(lacks, width, { size: 12 })).map((line, i) =>
      textMark(`lacks ${i}`, 0, caption + 16 + 18 * i, line, { "font-size": 12, fill: theme.ink2 }),
    ),
  ];
}

/** Draws each panel into its own group. Actions report the index of the panel's network. */
function drawParts(view: View, parts: readonly Part[], into: SVGGElement, act: Actions): void {
  select(into)
    .selectChildren<SVGGElement, Part>("g.part")
    .data(parts, ({ data }) => data.index)
    .join((enter) => {
      const part = enter.append("g").attr("class", "part");
      part.append("g").attr("class", "caption");
      part.append("g").attr("class", "drawing");
      return part;
    })
    .attr("transform", ({ x, y }) => `translate(${x} ${y})`)
    .each(function ({ data, canvas, caption: words, marks, lacks }) {
      const [title, drawing] = this.children as unknown as readonly SVGGElement[];
      drawMarks(words, title);
      drawing.setAttribute("transform", `translate(0 ${words.length > 0 ? caption : 0})`);
      if (lacks !== null) drawing.replaceChildren();
      else
        view.draw(marks, drawing, canvas, {
          ...act,
          letter: data.letter,
          pick: (thing, of = data.index) => act.pick(thing, of),
          ask: (channel, of = data.index) => act.ask(channel, of),
        });
    });
}
