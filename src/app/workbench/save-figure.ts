/** Saves what is on the stage as a figure or a table, from anywhere on the page. Loaded when it is first used. */
import type { FigureFormat } from "../../views/export/files.ts";
import { views } from "../../views/index.ts";
import { loadView } from "../../views/lazy-view.ts";
import type { Page } from "../create-page.ts";
import { figureSource } from "./figure-source.ts";

/** Size of a figure that is not drawn at present, CSS pixels. */
const defaultSize = { width: 960, height: 600 };

/**
 * Saves the view on the stage, the large area of the page, as its own menu does.
 * @param format Format of the figure, or `csv` for the table.
 */
export async function saveStage(page: Page, format: FigureFormat | "csv"): Promise<void> {
  const frame = document.querySelector<HTMLElement>("#stage [data-view]");
  const listed = views.find(({ id }) => id === frame?.dataset["view"]);
  if (listed === undefined) return;
  try {
    const [view, files, source] = await Promise.all([loadView(listed), import("../../views/export/files.ts"), figureSource(page)]);
    const data = page.view.data(view.id);
    if (format === "csv") return files.downloadTable(view, data);
    const { width, height } = frame?.querySelector<SVGSVGElement>("svg[viewBox]")?.viewBox.baseVal ?? defaultSize;
    const warning = await files.downloadFigure(view, data, width > 0 && height > 0 ? { width, height } : defaultSize, source, format);
    if (warning !== null) page.store.setState({ session: { toast: warning } });
  } catch (error) {
    page.store.setState({ session: { toast: `This could not be saved. ${error instanceof Error ? error.message : String(error)}` } });
  }
}
