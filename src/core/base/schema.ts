/**
 * Schemas: the structure of data and the unit of each number. From one declaration follow the type of the data, the check of data from
 * outside, and the conversion of results to cycles of another length (`results/rescale.ts`). Schemas are plain objects that can be
 * inspected.
 */

/** Schema of data of type T. */
export type Schema<T = unknown> = SchemaForm & {
  /** Never present at run time: it carries the type for the compiler. */
  readonly type?: () => T;
};

type SchemaForm =
  | { readonly is: "number"; readonly unit: Unit }
  | { readonly is: "string" }
  | { readonly is: "choice"; readonly values: readonly unknown[] }
  | { readonly is: "array"; readonly of: Schema }
  | { readonly is: "object"; readonly fields: Fields }
  | { readonly is: "nullable"; readonly of: Schema }
  | OptionalForm
  | { readonly is: "opaque" };

/** Form of a field that may be absent. */
export interface OptionalForm {
  readonly is: "optional";
  readonly of: Schema;
  /** True if the short form of the data omits the field. */
  readonly isDetail: boolean;
}

type Fields = Readonly<Record<string, Schema>>;

/**
 * Unit of a number. Conversion to another cycle length scales times with the cycle and rates with its inverse; other units do not change.
 */
type Unit = "cycles" | "phits/cycle" | "seconds/cycle" | "bytes" | "%" | "";

/** Type of the data that a schema describes. */
export type DataOf<S> = S extends { readonly type?: () => infer T } ? T : never;

/** Fields that describe exactly the properties of a type that is declared elsewhere. */
export type FieldsOf<T> = { readonly [K in keyof T]-?: Schema<T[K]> };

type OptionalKeys<F> = { [K in keyof F]: F[K] extends OptionalForm ? K : never }[keyof F];
type DataIn<F> = { readonly [K in keyof F]: DataOf<F[K]> };
/** Type of an object with these fields. */
export type ObjectOf<F> = DataIn<Omit<F, OptionalKeys<F>>> & Partial<DataIn<Pick<F, OptionalKeys<F>>>>;

/** A finite number. */
export const numberSchema = (unit: Unit): Schema<number> => ({ is: "number", unit });

/** A time in cycles; −1 if the event has not happened. */
export const timeInCycles = numberSchema("cycles");
/** A load in phits per cycle. */
export const loadSchema = numberSchema("phits/cycle");
/** A count, possibly averaged, or an index. */
export const countSchema = numberSchema("");
/** A fraction or a ratio. */
export const fractionSchema = numberSchema("");

export const string: Schema<string> = { is: "string" };
export const oneOf = <const T>(...values: readonly T[]): Schema<T> => ({ is: "choice", values });
export const boolean = oneOf(true, false);
export const array = <T>(of: Schema<T>): Schema<readonly T[]> => ({ is: "array", of });
export const object = <F extends Fields>(fields: F): Schema<ObjectOf<F>> => ({ is: "object", fields });
export const nullable = <T>(of: Schema<T>): Schema<T | null> => ({ is: "nullable", of });
/** A field that may be absent. */
export const optional = <T>(of: Schema<T>): Schema<T> & OptionalForm => ({ is: "optional", of, isDetail: false });
/** A field that may be absent and that the short form of the data omits. */
export const optionalDetail = <T>(of: Schema<T>): Schema<T> & OptionalForm => ({ is: "optional", of, isDetail: true });
/** Data that are not checked. They must not depend on the length of a cycle. */
export const opaque = <T>(): Schema<T> => ({ is: "opaque" });

/**
 * Whether a value from outside, such as a file or a browser's storage, conforms to a schema (a description of the types of all its fields):
 * no field is missing and none is unknown.
 */
export function conformsTo<T>(schema: Schema<T>, value: unknown): value is T {
  switch (schema.is) {
    case "number":
      return Number.isFinite(value);
    case "string":
      return typeof value === "string";
    case "choice":
      return schema.values.includes(value);
    case "array":
      return Array.isArray(value) && value.every((each) => conformsTo(schema.of, each));
    case "object": {
      const { fields } = schema;
      if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
      const object = value as Readonly<Record<string, unknown>>;
      return (
        Object.keys(object).every((name) => Object.hasOwn(fields, name)) &&
        Object.keys(fields).every((name) => conformsTo(fields[name], object[name]))
      );
    }
    case "nullable":
      return value === null || conformsTo(schema.of, value);
    case "optional":
      return value === undefined || conformsTo(schema.of, value);
    case "opaque":
      return false;
  }
}
