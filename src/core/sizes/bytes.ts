/** Helpers for all size distributions. */
import { quantity, type QuantityParam } from "../base/params.ts";

/** Parameter for the size of a message, up to 100 MB. @param defaultValue in bytes */
export function bytes(title: string, help: string, usual: number): QuantityParam {
  return quantity({ title, help, dimension: "bytes", min: 1, max: 1e8, multipleOf: 1, default: usual });
}

/** Number of packets of a message. */
export function packetsOf(bytes: number, packetBytes: number): number {
  return Math.ceil(bytes / packetBytes);
}
