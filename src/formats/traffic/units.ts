/** Units of sizes and times, as heads and cells of tables say them: by the plain sense, not by the letter. */

/** Bytes per second of one of a unit of rate; null for none: `Gb/s`, `Gbps`, `GB/s`, `MiB/s`. */
export function rateUnit(text: string): number | null {
  const found = /^([kKMGT]?)(i?)(bits?|[bB]|bytes?|bit)(?:\/s|ps|\/sec|it\/s)$/.exec(text.trim().slice(0, longestUnit));
  if (found === null) return null;
  const [, prefix, binary, what] = found;
  return factor(prefix, binary !== "") * (what === "B" || what.startsWith("byte") ? 1 : 1 / 8);
}

/** Bytes of one of a unit of size; null for none: `KB`, `MiB`, `kbit`. */
export function sizeUnit(text: string): number | null {
  const found = /^([kmgt]?)(i?)(bits?|bytes?|b)$/i.exec(text.trim().slice(0, longestUnit));
  if (found === null) return null;
  const [, prefix, binary, what] = found;
  return factor(prefix, binary !== "") * (/^bits?$/i.test(what) ? 1 / 8 : 1);
}

/** Seconds of one of a unit of time; null for none, 0 for cycles. */
export function timeUnit(text: string): number | null {
  return times.get(text.trim().slice(0, longestUnit).toLowerCase()) ?? null;
}

/** Whether a text is one of these units. */
export const isUnit = (text: string) => rateUnit(text) !== null || sizeUnit(text) !== null || timeUnit(text) !== null;

const longestUnit = 16;
const powers = ["", "k", "m", "g", "t"];
const factor = (prefix: string, isBinary: boolean) => (isBinary ? 1024 : 1000) ** powers.indexOf(prefix.toLowerCase());

const times: ReadonlyMap<string, number> = new Map([
  ["s", 1],
  ["sec", 1],
  ["seconds", 1],
  ["ms", 1e-3],
  ["us", 1e-6],
  ["µs", 1e-6],
  ["μs", 1e-6],
  ["ns", 1e-9],
  ["ps", 1e-12],
  ["cycle", 0],
  ["cycles", 0],
]);
