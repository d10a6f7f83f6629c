/** A short checksum of results: equal digests mean equal numbers. */
import { mix } from "../base/random.ts";
import type { Results } from "./results.ts";

/** Characters of each half of a digest: 36⁵ is just below 2²⁶. */
const halfLength = 5;

/**
 * Digest of the results of one or several runs, in order: ten characters of 0–9 and a–z, from each run's fingerprint and headline numbers.
 * Two different lists have the same digest with probability 3 × 10⁻¹⁶.
 */
export function digestOf(results: readonly Results[]): string {
  const text = JSON.stringify(results.map(headlineOf));
  return halfDigest(text, 1) + halfDigest(text, 2);
}

/** The numbers that a reader would compare. Nothing may be added: published digests must not change. */
function headlineOf(results: Results): readonly unknown[] {
  const { latency, load } = results;
  return [
    [
      results.fingerprint,
      results.status,
      results.cycles,
      results.terminals,
      results.sending,
      results.packets,
      results.arrived,
      results.makespan,
    ],
    [results.offered, results.accepted, results.hops, load.mean, load.worst, load.worstChannel],
    latency === null ? null : [latency.mean, latency.median, latency.p95, latency.p99, latency.max, latency.network],
  ];
}

function halfDigest(text: string, key: number): string {
  let hash = key;
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i), i);
  return (hash % 36 ** halfLength).toString(36).padStart(halfLength, "0");
}
