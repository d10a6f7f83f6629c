/** The one React shell of every view: room, title, sentence, table twin, export. What it draws never enters React's state. */
import { ChartSpline, FileDown, ImageDown, Table2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { choiceOf } from "./contract.ts";
import type { Actions, Canvas, Table, View, ViewData } from "./contract.ts";
import { markDirty, onFrame } from "./frames.ts";
import { readTheme } from "./shared/colour.ts";
import { csvText, saveText, svgText } from "./shared/export.ts";
import { formatCount, formatMeasure } from "./shared/format.ts";
// oxlint-disable-next-line import/no-unassigned-import -- a stylesheet has nothing to assign
import "./views.css";

/** Milliseconds between two changes of a sentence or table: what changes faster cannot be read. */
const pace = 400;
/** Rows of a table that are shown; a file holds all. */
const mostRows = 200;

export interface ViewFrameProps {
  readonly view: View;
  /** The newest data, asked for when something is drawn. */
  readonly read: () => ViewData;
  /** What the reader's hand on the drawing sets off. */
  readonly act: Actions;
  /** The reader has chosen among the view's options. */
  readonly onChoose: (option: string, choice: string) => void;
  /** False for views that are no card: no title, no sentence, and the drawing fills the box. Default true. */
  readonly chrome?: boolean;
  /** Whether a run goes on, so that packets may be seen to move. Default true. */
  readonly playing?: boolean;
}

export function ViewFrame({ view, read, act, onChoose, chrome = true, playing = true }: ViewFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const underlay = useRef<HTMLCanvasElement>(null);
  const group = useRef<SVGGElement>(null);
  const sentence = useRef<HTMLParagraphElement>(null);
  const missing = useRef<HTMLParagraphElement>(null);
  const [table, setTable] = useState<Table | null>(null);
  const latest = useRef({ read, act, showsTable: false });
  useEffect(() => {
    latest.current = { read, act, showsTable: table !== null };
    markDirty();
  });

  useEffect(() => {
    const [boxElement, svgElement, groupElement] = [box.current, svg.current, group.current];
    if (boxElement === null || svgElement === null || groupElement === null) return;
    let theme = readTheme(boxElement);
    let size = { width: 0, height: 0 };
    let toldAt = -Infinity;
    let later: ReturnType<typeof setTimeout> | undefined;
    const sizes = new ResizeObserver(([entry]) => {
      size = { width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) };
      markDirty();
    });
    sizes.observe(boxElement);
    const themes = new MutationObserver(() => {
      theme = readTheme(boxElement);
      markDirty();
    });
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });

    const tell = (data: ViewData) => {
      const wait = toldAt + pace - performance.now();
      if (wait > 0) {
        later ??= setTimeout(markDirty, wait);
        return;
      }
      clearTimeout(later);
      later = undefined;
      toldAt = performance.now();
      const said = view.summary(data);
      if (sentence.current !== null && sentence.current.textContent !== said) sentence.current.textContent = said;
      if (svgElement.getAttribute("aria-label") !== said) svgElement.setAttribute("aria-label", said);
      if (latest.current.showsTable) setTable(view.table(data));
    };
    const stop = onFrame(() => {
      const data = latest.current.read();
      tell(data);
      const lacks = view.needs(data);
      if (missing.current !== null) {
        missing.current.hidden = lacks === null;
        missing.current.textContent = lacks;
      }
      const room = view.room?.(data, size.width) ?? size;
      const canvas = { width: Math.floor(room.width), height: Math.floor(room.height), theme };
      if (lacks !== null) {
        groupElement.replaceChildren();
        return;
      }
      // A drawing wider than its box is scrolled by keys too.
      if (canvas.width > size.width) boxElement.tabIndex = 0;
      else boxElement.removeAttribute("tabindex");
      if (svgElement.getAttribute("width") !== String(canvas.width)) {
        svgElement.setAttribute("width", String(canvas.width));
        if (view.room?.(data, size.width).fromMiddle === true) boxElement.scrollLeft = (canvas.width - size.width) / 2;
      }
      if (svgElement.getAttribute("height") !== String(canvas.height)) svgElement.setAttribute("height", String(canvas.height));
      const marks = view.layout(data, canvas);
      const context = underlay.current?.getContext("2d");
      if (underlay.current !== null && context !== null && context !== undefined) {
        clearCanvas(underlay.current, context, canvas);
        view.paint?.(marks, context, canvas);
      }
      view.draw(marks, groupElement, canvas, latest.current.act);
    });
    return () => {
      stop();
      clearTimeout(later);
      sizes.disconnect();
      themes.disconnect();
    };
  }, [view]);

  const save = {
    table: () => saveText(`${view.id}.csv`, "text/csv", csvText(view.table(read()))),
    picture: () => {
      if (svg.current !== null)
        saveText(
          `${view.id}.svg`,
          "image/svg+xml",
          svgText(svg.current, view.summary(read()), readTheme(svg.current)[chrome ? "surface" : "ground"]),
        );
    },
  };
  const tools = (
    <span className="view-tools">
      {view.options?.map((option) => (
        <select
          key={option.id}
          aria-label={`${view.title}: ${option.title.toLowerCase()}`}
          value={choiceOf(view, read().choices, option.id)}
          onChange={(event) => onChoose(option.id, event.target.value)}
        >
          {option.among.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      ))}
      <button
        type="button"
        aria-pressed={table !== null}
        aria-label={`${view.title} as a table`}
        title="Table"
        onClick={() => setTable(table === null ? view.table(read()) : null)}
      >
        {table === null ? <Table2 size={14} strokeWidth={1.75} /> : <ChartSpline size={14} strokeWidth={1.75} />}
      </button>
      <button type="button" aria-label={`Save ${view.title.toLowerCase()} as CSV`} title="Save the table (CSV)" onClick={save.table}>
        <FileDown size={14} strokeWidth={1.75} />
      </button>
      <button
        type="button"
        aria-label={`Save ${view.title.toLowerCase()} as SVG`}
        title="Save the picture (SVG)"
        disabled={table !== null}
        onClick={save.picture}
      >
        <ImageDown size={14} strokeWidth={1.75} />
      </button>
    </span>
  );

  return (
    <div className={chrome ? "view view-card" : "view view-bare"} data-view={view.id}>
      {chrome && (
        <>
          <h2 className="view-title">
            <span>{view.title}</span>
            {tools}
          </h2>
          <p className="view-sentence" ref={sentence} />
        </>
      )}
      <p className="view-missing" ref={missing} hidden />
      <div
        className="view-box"
        role="group"
        aria-label={view.title}
        ref={box}
        hidden={table !== null && chrome}
        data-scrolls={view.room !== undefined || undefined}
      >
        {view.paint !== undefined && <canvas ref={underlay} aria-hidden="true" />}
        <svg ref={svg} role="img" aria-label={view.title} data-playing={playing}>
          <g ref={group} />
        </svg>
      </div>
      {table !== null && <Twin title={view.title} table={table} onClose={() => setTable(null)} />}
      {!chrome && tools}
    </div>
  );
}

/** Gives the canvas the drawing's size in the screen's own pixels, and wipes it. */
function clearCanvas(element: HTMLCanvasElement, context: CanvasRenderingContext2D, { width, height }: Canvas): void {
  const density = Math.min(2, devicePixelRatio);
  const [across, down] = [Math.round(width * density), Math.round(height * density)];
  if (element.width !== across || element.height !== down) {
    element.width = across;
    element.height = down;
    element.style.width = `${width}px`;
    element.style.height = `${height}px`;
  }
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, width, height);
}

interface TwinProps {
  readonly title: string;
  readonly table: Table;
  readonly onClose: () => void;
}

/** The same facts as a table; Esc closes it. */
function Twin({ title, table: { columns, rows }, onClose }: TwinProps) {
  const shown = rows.slice(0, mostRows);
  return (
    <div
      className="view-table"
      tabIndex={0}
      role="region"
      aria-label={`${title}, table`}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <table>
        <caption>
          {title}
          {rows.length > shown.length &&
            `: the first ${formatCount(mostRows)} of ${formatCount(rows.length)} rows; the saved table holds all`}
        </caption>
        <thead>
          <tr>
            {columns.map(({ title, unit }, c) => (
              <th key={title} scope="col" className={typeof rows[0]?.[c] === "number" ? "number" : undefined}>
                {title}
                {unit !== "" && <span> {unit}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, r) => (
            <tr key={r}>
              {row.map((value, c) => (
                <td key={columns[c].title} className={typeof value === "number" ? "number" : undefined}>
                  {typeof value === "number" ? formatMeasure(value) : value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
