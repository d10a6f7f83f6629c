/** Removes properties whose value is undefined. */

/**
 * The type of an object without its undefined properties. With exactOptionalPropertyTypes, an absent property and an undefined one have
 * different types.
 */
type WithoutUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Copies the properties that are not undefined, in their order. */
export function withoutUndefined<T extends object>(values: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
}
