/** Builds the page and its workers together. */
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/**
 * Builds the worker together with the page instead of separately, so that both share the chunks of the core and a visitor loads them once.
 */
export const sharedWorker: Plugin = {
  name: "shared-worker",
  apply: "build",
  enforce: "pre",
  transform(code, id) {
    const worker = 'new URL("./run.worker.ts", import.meta.url)';
    if (!id.endsWith("/worker/process.ts") || !code.includes(worker)) return null;
    const reference = this.emitFile({
      type: "chunk",
      id: fileURLToPath(new URL("../worker/run.worker.ts", import.meta.url)),
      name: "run.worker",
    });
    return { code: code.replace(worker, `import.meta.ROLLUP_FILE_URL_${reference}`), map: null };
  },
};
