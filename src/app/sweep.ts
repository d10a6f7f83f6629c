/** The runs of a document's sweep: begun when the document has come to rest, kept as long as it stays the same. */
import type { Results } from "../core/measures/results.ts";
import { cellsOf, type Document, documentHash } from "../core/scenario/document.ts";
import { type Axis, rangeOf } from "../core/scenario/sweep.ts";
import { paramAt } from "../core/scenario/place.ts";
import type { Param } from "../core/base/params.ts";
import type { SweepAxis, SweepPoint, SweepTable } from "../views/contract.ts";
import type { Workers } from "../worker/client.ts";
import { Batch } from "./batch.ts";
import { valueText, wordsOf } from "./format.ts";

/** Milliseconds of rest after an edit before a sweep is begun. */
const wait = 400;

export class SweepRuns {
  private readonly listeners = new Set<() => void>();
  private name = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private runs: Batch | null = null;
  private shown: SweepTable | null = null;

  constructor(private readonly workers: Workers) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** What has come in; null where nothing is swept. */
  get table(): SweepTable | null {
    return this.shown;
  }

  /** The runs under way, or null: they can be paused, and stopped. */
  get batch(): Batch | null {
    return this.runs;
  }

  /** Turns to a document. */
  show(document: Document): void {
    const isSwept = document.sweep.length > 0;
    const name = isSwept ? documentHash(document) : "";
    if (name === this.name) return;
    this.name = name;
    this.drop();
    if (!isSwept) return this.tell();
    this.shown = { axes: document.sweep.map((axis) => axisOf(document, axis)), points: [], expected: 0 };
    this.timer = setTimeout(() => this.begin(document), wait);
    this.tell();
  }

  /** Begins again what was stopped. */
  again(document: Document): void {
    this.drop();
    this.begin(document);
  }

  close(): void {
    this.drop();
    this.listeners.clear();
  }

  private drop(): void {
    clearTimeout(this.timer);
    this.runs?.stop();
    [this.runs, this.shown] = [null, null];
  }

  private begin(document: Document): void {
    const cells = cellsOf(document);
    const axes = document.sweep.map((axis) => axisOf(document, axis));
    const expected = cells.length / document.seeds;
    const found = new Map<string, { variant: number; at: readonly number[]; runs: Results[] }>();
    this.shown = { axes, points: [], expected };
    const runs = new Batch(
      this.workers,
      cells.map(({ scenario }) => scenario),
      (i, results) => {
        if (this.runs !== runs || results === null) return;
        const { variant, at } = cells[i];
        const key = `${variant} ${at.join(" ")}`;
        const point = found.get(key) ?? { variant, at, runs: [] };
        point.runs.push(results);
        found.set(key, point);
        this.shown = { axes, points: sorted([...found.values()]), expected };
      },
      () => this.runs === runs && this.tell(),
    );
    this.runs = runs;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

function sorted(points: readonly SweepPoint[]): readonly SweepPoint[] {
  return points.toSorted((a, b) => a.variant - b.variant || a.at[0] - b.at[0] || (a.at[1] ?? 0) - (b.at[1] ?? 0));
}

/** A swept place as views show it. */
export function axisOf(document: Document, { path, values }: Axis): SweepAxis {
  const param = paramAt(document, path) as Param;
  const isNumber = param.type === "integer" || param.type === "number" || param.type === "quantity";
  const unit = isNumber && "unit" in param ? (param.unit ?? "") : "";
  return {
    title: param.symbol === undefined ? param.title : `${param.title}, ${param.symbol}`,
    unit,
    labels: values.map((value) => wordsOf(param, value)),
    numbers: isNumber ? (values as readonly number[]) : null,
  };
}

/** A swept place in words: `load from 0.05 to 1.00 in steps of 0.05`. */
export function sayAxis(document: Document, axis: Axis): string {
  const param = paramAt(document, axis.path) as Param;
  const { labels } = axisOf(document, axis);
  const title = param.title.charAt(0).toLowerCase() + param.title.slice(1);
  const range = rangeOf(param, axis.values);
  if (range !== null && labels.length > 3)
    return `${title} from ${labels[0]} to ${labels[labels.length - 1]} in steps of ${valueText(param, range.step)}`;
  return `${title} ${labels.length === 1 ? labels[0] : `${labels.slice(0, -1).join(", ")} and ${labels[labels.length - 1]}`}`;
}
