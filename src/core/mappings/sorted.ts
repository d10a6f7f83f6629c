/** [terminals] All terminals, by the first of these keys; those alike by the next, and at last by their numbers. Each key has a number for every terminal. */
export function sortedBy(...keys: readonly (Int32Array | Float64Array)[]): Int32Array {
  return Int32Array.from(keys[0], (_, t) => t).sort((a, b) => {
    const differing = keys.find((key) => key[a] !== key[b]);
    return differing === undefined ? a - b : differing[a] - differing[b];
  });
}
