/**
 * A canvas that measures text without a browser, with the metrics of Helvetica, so that drawings in tests are the same on every machine.
 */
import { textRuns } from "../src/views/export/pdf-text.ts";

class MetricsCanvas {
  font = "400 10px sans-serif";

  getContext(): this {
    return this;
  }

  measureText(text: string): { readonly width: number } {
    const [, weight = "400", size = "10"] = this.font.match(/^(\d+) ([\d.]+)px/) ?? [];
    const width = textRuns(text, Number(weight) >= 600, new Set()).reduce((sum, run) => sum + run.width, 0);
    return { width: (width / 1000) * Number(size) };
  }
}

/** Installs the canvas in this process. The canvas of a simulated page can neither draw nor measure. */
export function installTextMetrics(): void {
  globalThis.OffscreenCanvas = MetricsCanvas as unknown as typeof OffscreenCanvas;
}
