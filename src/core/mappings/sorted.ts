/**
 * [terminals] All terminals, sorted by the first key; ties by the next keys and finally by number. Each key has a value for every terminal.
 */
export function terminalsSortedBy(...keys: readonly (Int32Array | Float64Array)[]): Int32Array {
  return Int32Array.from(keys[0], (_, t) => t).sort((a, b) => {
    const firstDifferentKey = keys.find((key) => key[a] !== key[b]);
    return firstDifferentKey === undefined ? a - b : firstDifferentKey[a] - firstDifferentKey[b];
  });
}
