/** Locations of declared values in data, for tests of schemas. */
import type { Schema } from "../../src/core/base/schema.ts";

export interface SchemaLocation {
  /** Path of field names, the same for all entries of an array: `.messages[].created`. */
  readonly path: string;
  /** The path as a list of keys, which contains the index of each array entry. */
  readonly keys: readonly (string | number)[];
  readonly schema: Schema;
  readonly value: unknown;
}

/** The schema without the wrappers "optional" and "nullable". */
export const unwrapped = (schema: Schema): Schema => (schema.is === "optional" || schema.is === "nullable" ? unwrapped(schema.of) : schema);

/** All locations in data, the whole value first. Absent values have no location. */
export function locationsIn(schema: Schema, value: unknown, path = "", keys: SchemaLocation["keys"] = []): readonly SchemaLocation[] {
  if (value === undefined) return [];
  const location = { path, keys, schema, value };
  switch (schema.is) {
    case "optional":
    case "nullable":
      return value === null ? [location] : [location, ...locationsIn(schema.of, value, path, keys).slice(1)];
    case "array":
      return [location, ...(value as readonly unknown[]).flatMap((each, i) => locationsIn(schema.of, each, `${path}[]`, [...keys, i]))];
    case "object": {
      const { fields } = schema;
      const fieldsOfValue = value as Readonly<Record<string, unknown>>;
      return [
        location,
        ...Object.keys(fields).flatMap((name) => locationsIn(fields[name], fieldsOfValue[name], `${path}.${name}`, [...keys, name])),
      ];
    }
    default:
      return [location];
  }
}

/** The paths of all values that a schema declares. */
export function declaredPaths(schema: Schema, path = ""): readonly string[] {
  switch (schema.is) {
    case "optional":
    case "nullable":
      return declaredPaths(schema.of, path);
    case "array":
      return [path, ...declaredPaths(schema.of, `${path}[]`)];
    case "object":
      return [path, ...Object.entries(schema.fields).flatMap(([name, field]) => declaredPaths(field, `${path}.${name}`))];
    default:
      return [path];
  }
}

/** A copy of data in which `change` has edited one location. */
export function withChangeAt(
  value: unknown,
  keys: SchemaLocation["keys"],
  change: (holder: Record<string | number, unknown>, key: string | number) => void,
) {
  const copy = structuredClone({ value }) as Record<string | number, unknown>;
  const path = ["value", ...keys];
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], copy);
  change(holder as Record<string | number, unknown>, path[path.length - 1]);
  return copy["value"];
}
