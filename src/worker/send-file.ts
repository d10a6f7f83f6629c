/** Sends a file to the worker that inspects it. */
import { proxy, transfer } from "comlink";
import type { WorkerProcess } from "./process.ts";

/**
 * The bytes are transferred, not copied, so the page loses access to them.
 * @param onProgress called with the fraction of the work that is done, 0 to 1
 */
export function sendFileTo(process: WorkerProcess, bytes: Uint8Array<ArrayBuffer>, onProgress: (part: number) => void): Promise<void> {
  return process.call((remote) => remote.receiveFile(transfer(bytes, [bytes.buffer]), proxy(onProgress)));
}
