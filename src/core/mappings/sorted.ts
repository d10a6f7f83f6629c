/**
 * [terminals] All terminals, sorted by the first key; ties by the next keys and finally by number. Each key has a value for every terminal.
 */
export function sortedBy(...keys: readonly (Int32Array | Float64Array)[]): Int32Array {
  return Int32Array.from(keys[0], (_, t) => t).sort((a, b) => {
    const differing = keys.find((key) => key[a] !== key[b]);
    return differing === undefined ? a - b : differing[a] - differing[b];
  });
}
