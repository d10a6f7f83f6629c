/**
 * Schemas: what data consist of, and the unit of each number. From one declaration follow the type of the data, the check of data from outside,
 * and the same data in cycles of another length (`results/rescale.ts`). Schemas are plain objects that can be inspected.
 */

/** A schema of data of type T. */
export type Schema<T = unknown> = Form & {
  /** Never there: it gives the compiler the type. */
  readonly type?: () => T;
};

type Form =
  | { readonly is: "number"; readonly unit: Unit }
  | { readonly is: "string" }
  | { readonly is: "choice"; readonly values: readonly unknown[] }
  | { readonly is: "array"; readonly of: Schema }
  | { readonly is: "object"; readonly fields: Fields }
  | { readonly is: "nullable"; readonly of: Schema }
  | OptionalForm
  | { readonly is: "opaque" };

export interface OptionalForm {
  readonly is: "optional";
  readonly of: Schema;
  /** True where short forms of the data leave it out. */
  readonly isDetail: boolean;
}

type Fields = Readonly<Record<string, Schema>>;

/** The unit of a number: times have cycles, rates are by cycle, all else is the same whatever a cycle is. */
type Unit = "cycles" | "phits/cycle" | "seconds/cycle" | "bytes" | "%" | "";

/** The type of the data that a schema describes. */
export type DataOf<S> = S extends { readonly type?: () => infer T } ? T : never;

/** What fields describe a type, all of them and no others: for a type that is declared elsewhere. */
export type FieldsOf<T> = { readonly [K in keyof T]-?: Schema<T[K]> };

type OptionalKeys<F> = { [K in keyof F]: F[K] extends OptionalForm ? K : never }[keyof F];
type DataIn<F> = { readonly [K in keyof F]: DataOf<F[K]> };
/** The type of an object of these fields. */
export type ObjectOf<F> = DataIn<Omit<F, OptionalKeys<F>>> & Partial<DataIn<Pick<F, OptionalKeys<F>>>>;

/** A finite number. */
export const numberSchema = (unit: Unit): Schema<number> => ({ is: "number", unit });

/** A time; −1 where what it is the time of has not happened. */
export const timeInCycles = numberSchema("cycles");
/** Phits per cycle. */
export const load = numberSchema("phits/cycle");
/** How many, on average too; or a place among many. */
export const count = numberSchema("");
/** A part of something, or one number over another. */
export const fraction = numberSchema("");

export const string: Schema<string> = { is: "string" };
export const oneOf = <const T>(...values: readonly T[]): Schema<T> => ({ is: "choice", values });
export const boolean = oneOf(true, false);
export const array = <T>(of: Schema<T>): Schema<readonly T[]> => ({ is: "array", of });
export const object = <F extends Fields>(fields: F): Schema<ObjectOf<F>> => ({ is: "object", fields });
export const nullable = <T>(of: Schema<T>): Schema<T | null> => ({ is: "nullable", of });
/** A field that may be absent. */
export const optional = <T>(of: Schema<T>): Schema<T> & OptionalForm => ({ is: "optional", of, isDetail: false });
/** A field that may be absent, and is so in short forms of the data. */
export const detail = <T>(of: Schema<T>): Schema<T> & OptionalForm => ({ is: "optional", of, isDetail: true });
/** Data that are not looked into, and have nothing in them that depends on the length of a cycle. */
export const opaque = <T>(): Schema<T> => ({ is: "opaque" });

/** Whether a value from outside, as a file or a browser's store, is what a schema describes: nothing is missing, and nothing is there besides. */
export function matches<T>(schema: Schema<T>, value: unknown): value is T {
  switch (schema.is) {
    case "number":
      return Number.isFinite(value);
    case "string":
      return typeof value === "string";
    case "choice":
      return schema.values.includes(value);
    case "array":
      return Array.isArray(value) && value.every((each) => matches(schema.of, each));
    case "object": {
      const { fields } = schema;
      if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
      const own = value as Readonly<Record<string, unknown>>;
      return (
        Object.keys(own).every((name) => Object.hasOwn(fields, name)) &&
        Object.keys(fields).every((name) => matches(fields[name], own[name]))
      );
    }
    case "nullable":
      return value === null || matches(schema.of, value);
    case "optional":
      return value === undefined || matches(schema.of, value);
    case "opaque":
      return false;
  }
}
