/** Helpers for all size distributions. */
import { quantity, type QuantityParam } from "../base/params.ts";

/** Parameter for the size of a message, up to 100 MB. @param defaultValue in bytes */
export function messageBytesParam(title: string, help: string, defaultValue: number): QuantityParam {
  return quantity({ title, help, dimension: "bytes", min: 1, max: 1e8, multipleOf: 1, default: defaultValue });
}

/** Number of packets of a message. */
export function packetsForBytes(bytes: number, packetBytes: number): number {
  return Math.ceil(bytes / packetBytes);
}
