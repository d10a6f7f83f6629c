/** Makers of rows and series that many exhibits share. */
import { type ConstantOf, type ScenarioDocument, plain, type Row, type Series, type Value } from "./contract.ts";

/** A row that needs no run; exact unless it says otherwise. A plain number stands for its value. */
export function reckoned(
  row: Pick<Row, "label" | "series" | "published" | "formula"> &
    Partial<Pick<Row, "detail" | "decimals" | "word" | "picked">> & {
      readonly document?: ScenarioDocument | undefined;
      readonly value: (constants: ConstantOf) => number | Value;
    },
): Row {
  const { value, document, ...rest } = row;
  return {
    word: { is: "exact" },
    ...rest,
    ...(document === undefined ? {} : { document }),
    id: `${row.series} ${row.label}`,
    runs: [],
    value(_results, _recorded, constants) {
      const found = value(constants);
      return typeof found === "number" ? plain(found) : found;
    },
  };
}

/** A series. */
export function series(id: string, title: string, caption = "", unit = ""): Series {
  return { id, title, caption, unit };
}

/** A whole number with commas between thousands, as the sources print them. */
export function grouped(count: number): string {
  return Math.round(count).toLocaleString("en-US");
}
