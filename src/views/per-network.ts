/**
 * Draws a view of one network in a comparison: once for each network, side by side on one scale, or only for the active network where there
 * is too little width. Each drawing has the letter of its network above it, in saved files too.
 */
import { truncateText, wrapText } from "./plot/text-fit.ts";
import { select } from "d3-selection";
import type { Actions, Canvas, View, ViewData } from "./contract.ts";
import { drawMarks, type Mark, textMark } from "./marks/marks.ts";
import { sideBySideSizes, hasSentenceEach } from "./sizing.ts";
import { letterTag } from "./marks/letter-tag.ts";
import { strongWeight } from "./plot/text-width.ts";

/** Gap between two rows of drawings, pixels. */
const rowGap = 18;
/** Height of the letter and title above a drawing, pixels. */
const captionHeight = 26;
/** Height of a drawing without a preferred size, pixels. */
const defaultHeight = 240;

/** The drawing of one network, with its position. */
export interface NetworkPanel {
  readonly data: ViewData;
  readonly x: number;
  readonly y: number;
  readonly canvas: Canvas;
  readonly caption: readonly Mark[];
  readonly marks: unknown;
  /** The message shown instead of a drawing; null if there is one. */
  readonly emptyMessage: string | null;
}

/**
 * Turns a view of one network into a view of the whole comparison: a grid with a drawing for each network if `isWide`, otherwise the
 * drawing of the active network. A view that combines all networks in one drawing (`isCombined`) stays as it is. The table always contains
 * all networks.
 */
export function perNetworkView(view: View, isWide: boolean): View<readonly NetworkPanel[]> {
  // Cards use SVG only; canvases are for the stage.
  const { paint: _paint, move: _move, ...viewProperties } = view;
  const shownData = (data: ViewData) =>
    (isWide ? data.variants : [data.variants[data.index]]).map((panelData) => dataOfNetwork(data, panelData.index));
  const dataOfAll = (data: ViewData) => data.variants.map(({ index }) => dataOfNetwork(data, index));
  const isCombined = (data: ViewData) => view.isCombined?.(data) === true;
  return {
    ...viewProperties,
    ...(isWide ? { isForAllNetworks: true as const } : {}),
    preferredSize: (data, width) => {
      if (isCombined(data)) return view.preferredSize?.(data, width) ?? { width, height: defaultHeight };
      const { columns, rows, columnWidth, heights } = gridFor(view, shownData(data), width);
      const height = heights.reduce((sum, each) => sum + each + captionHeight, 0) + (rows - 1) * rowGap;
      // A single drawing that is wider than its box may at first be scrolled to its middle.
      const { fromMiddle = false } = (columns === 1 ? view.preferredSize?.(shownData(data)[0], width) : undefined) ?? {};
      return { width: columns * columnWidth + (columns - 1) * sideBySideSizes.gap, height, fromMiddle };
    },
    emptyMessage: (data) => {
      if (isCombined(data)) return view.emptyMessage(data);
      const messages = shownData(data).map((panelData) => view.emptyMessage(panelData));
      return messages.every((each) => each !== null) ? (messages[0] ?? null) : null;
    },
    summary: (data) => {
      if (isCombined(data)) return view.summary(data);
      return (hasSentenceEach(data.variants.length) ? shownData(data) : [dataOfNetwork(data, data.index)])
        .map((panelData) => `${panelData.letter}: ${view.summary(panelData)}`)
        .join(" ");
    },
    layout: (data, canvas) =>
      isCombined(data)
        ? [{ data, x: 0, y: 0, canvas, caption: [], marks: view.layout(data, canvas), emptyMessage: null }]
        : panelsFor(view, shownData(data), dataOfAll(data), canvas),
    draw: (panels, group, _canvas, actions) => drawPanels(view, panels, group, actions),
    table: (data) => {
      const tables = dataOfAll(data).map((panelData) => view.table(panelData));
      const rows = tables.flatMap((table, i) => table.rows.map((row) => [data.variants[i].letter, ...row]));
      return { columns: [{ title: "Network", unit: "" }, ...tables[0].columns], rows };
    },
  };
}

/** The data of the page as if it had only this network, which keeps its letter. */
function dataOfNetwork(data: ViewData, index: number): ViewData {
  const variant = data.variants[index];
  return { ...data, ...variant, variants: [variant], baseline: 0 };
}

interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** Width of each column, and height of the drawings in each row, pixels. */
  readonly columnWidth: number;
  readonly heights: readonly number[];
}

/** As many columns as possible in which each drawing has its preferred width, with rows of nearly equal length. */
function gridFor(view: View, networks: readonly ViewData[], width: number): Grid {
  const maxColumns = Math.max(
    1,
    Math.min(networks.length, Math.floor((width + sideBySideSizes.gap) / (sideBySideSizes.least + sideBySideSizes.gap))),
  );
  for (let triedColumns = maxColumns; ; triedColumns--) {
    const rows = Math.ceil(networks.length / triedColumns);
    const columns = Math.ceil(networks.length / rows);
    const equalWidth = Math.floor((width - (columns - 1) * sideBySideSizes.gap) / columns);
    const sizes = networks.map((data) => view.preferredSize?.(data, equalWidth) ?? { width: equalWidth, height: defaultHeight });
    const columnWidth = Math.max(equalWidth, ...sizes.map((size) => size.width));
    if (columnWidth > equalWidth && columns > 1) continue;
    const heights = Array.from({ length: rows }, (_, row) =>
      Math.max(...sizes.slice(row * columns, (row + 1) * columns).map(({ height }) => height)),
    );
    return { columns, rows, columnWidth, heights };
  }
}

/**
 * Lays out a panel (drawing with caption) for each shown network in a grid. Axes are equal in all panels: each ends at the largest value
 * over all networks, including those that are not shown.
 */
function panelsFor(
  view: View,
  shownData: readonly ViewData[],
  dataOfAll: readonly ViewData[],
  { width, height, ...otherProperties }: Canvas,
): readonly NetworkPanel[] {
  const { columns, rows, columnWidth, heights } = gridFor(view, shownData, width);
  // Height beyond the preferred height is divided equally among the rows.
  const preferredHeight = heights.reduce((sum, each) => sum + each + captionHeight, 0) + (rows - 1) * rowGap;
  const extraHeight = Math.max(0, Math.floor((height - preferredHeight) / rows));
  const canvasOf = (i: number): Canvas => ({
    ...otherProperties,
    width: columnWidth,
    height: heights[Math.floor(i / columns)] + extraHeight,
  });
  const sharedMaxima = sharedMaximaOf(view, dataOfAll, canvasOf(0));
  return shownData.map((data, i) => {
    const panelTop = heights.slice(0, Math.floor(i / columns)).reduce((sum, each) => sum + each + extraHeight + captionHeight + rowGap, 0);
    const canvas = canvasOf(i);
    const emptyMessage = view.emptyMessage(data);
    return {
      data,
      x: (i % columns) * (columnWidth + sideBySideSizes.gap),
      y: panelTop,
      canvas,
      caption: captionMarks(data, emptyMessage, canvas),
      marks: emptyMessage === null ? view.layout({ ...data, sharedMaxima }, canvas) : null,
      emptyMessage,
    };
  });
}

/** Maximum of each axis over all networks, so that their drawings share a scale. */
function sharedMaximaOf(view: View, all: readonly ViewData[], canvas: Canvas): readonly number[] {
  const maxima = all.map((data) => (view.emptyMessage(data) === null ? (view.axisMaxima?.(data, canvas) ?? []) : []));
  return Array.from({ length: Math.max(...maxima.map(({ length }) => length)) }, (_, i) => Math.max(...maxima.map((each) => each[i] ?? 0)));
}

/** Letter and title, and the message where nothing is drawn. */
function captionMarks(data: ViewData, message: string | null, { width, theme }: Canvas): readonly Mark[] {
  const title = truncateText(data.title, width - 26, { size: 12, weight: strongWeight });
  return [
    ...letterTag("", 9, 9, data, theme, theme.surface),
    textMark("title", 24, 13, title, { "font-size": 12, "font-weight": strongWeight, fill: theme.ink }),
    ...(message === null ? [] : wrapText(message, width, { size: 12 })).map((line, i) =>
      textMark(`lacks ${i}`, 0, captionHeight + 16 + 18 * i, line, { "font-size": 12, fill: theme.ink2 }),
    ),
  ];
}

/** Draws the panels, each with its caption, into elements that are reused. Actions inside a panel report the index of its network. */
function drawPanels(view: View, panels: readonly NetworkPanel[], group: SVGGElement, actions: Actions): void {
  select(group)
    .selectChildren<SVGGElement, NetworkPanel>("g.part")
    .data(panels, ({ data }) => data.index)
    .join((enter) => {
      const panel = enter.append("g").attr("class", "part");
      panel.append("g").attr("class", "caption");
      panel.append("g").attr("class", "drawing");
      return panel;
    })
    .attr("transform", ({ x, y }) => `translate(${x} ${y})`)
    .each(function ({ data, canvas, caption, marks, emptyMessage }) {
      const [title, drawing] = this.children as unknown as readonly SVGGElement[];
      drawMarks(caption, title);
      drawing.setAttribute("transform", `translate(0 ${caption.length > 0 ? captionHeight : 0})`);
      if (emptyMessage !== null) drawing.replaceChildren();
      else
        view.draw(marks, drawing, canvas, {
          ...actions,
          letter: data.letter,
          select: (selected, variantIndex = data.index) => actions.select(selected, variantIndex),
          hoverChannel: (channel, variantIndex = data.index) => actions.hoverChannel(channel, variantIndex),
        });
    });
}
