/** A canvas that measures words without a browser, by the metrics of Helvetica: what tests draw is the same on every machine. */
import { runsOf } from "../src/views/export/pdf-text.ts";

class CanvasOfMetrics {
  font = "400 10px sans-serif";

  getContext(): this {
    return this;
  }

  measureText(text: string): { readonly width: number } {
    const [, weight = "400", size = "10"] = this.font.match(/^(\d+) ([\d.]+)px/) ?? [];
    const width = runsOf(text, Number(weight) >= 600, new Set()).reduce((sum, run) => sum + run.width, 0);
    return { width: (width / 1000) * Number(size) };
  }
}

/** Gives this process the canvas; that of a simulated page draws nothing, and measures nothing. */
export function installTextMetrics(): void {
  globalThis.OffscreenCanvas = CanvasOfMetrics as unknown as typeof OffscreenCanvas;
}
