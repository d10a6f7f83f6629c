/** What all size distributions share. */
import { quantity, type QuantityParam } from "../base/params.ts";

/** Bytes of a message, up to 100 MB. */
export function bytes(title: string, help: string, usual: number): QuantityParam {
  return quantity({ title, help, dimension: "bytes", min: 1, max: 1e8, multipleOf: 1, default: usual });
}

/** Whole packets of a message of that many bytes. */
export function packetsOf(bytes: number, packetBytes: number): number {
  return Math.ceil(bytes / packetBytes);
}
