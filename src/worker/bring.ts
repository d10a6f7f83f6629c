/** Hands a file to a worker that is to look at it. */
import { proxy, transfer } from "comlink";
import type { WorkerProcess } from "./process.ts";

/** Without a copy: the page has the bytes no more. @param onProgress hears which part of the work is done, 0 to 1 */
export function bringTo(process: WorkerProcess, bytes: Uint8Array<ArrayBuffer>, onProgress: (part: number) => void): Promise<void> {
  return process.call((remote) => remote.bring(transfer(bytes, [bytes.buffer]), proxy(onProgress)));
}
