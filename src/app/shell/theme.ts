/** The color theme: the reader's choice, otherwise the theme of the system. */
import type { ThemeName } from "../state/view-state.ts";
import type { WorkbenchStore } from "../state/workbench.ts";
import { storeSetting, readSetting } from "../settings.ts";

/** The initial theme. */
export function initialTheme(): ThemeName {
  const chosen = readSetting("theme");
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Applies a theme to the page and to the parts of the window that the browser draws. */
export function applyTheme(theme: ThemeName): void {
  const root = document.documentElement;
  root.dataset["theme"] = theme;
  const background = getComputedStyle(root).getPropertyValue("--ground").trim();
  if (background === "") return;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = background;
}

/** Switches between light and dark, also for later visits. */
export function changeTheme(store: WorkbenchStore): void {
  const theme = store.getState().view.theme === "dark" ? "light" : "dark";
  applyTheme(theme);
  storeSetting("theme", theme);
  store.setState({ view: { theme } });
}

/**
 * Prints in the light theme. A style sheet for printing is not enough: drawings have other color scales in the light theme, so they are
 * drawn again.
 */
export function printInLight(store: WorkbenchStore): void {
  let themeBefore: ThemeName = "light";
  const show = (theme: ThemeName) => {
    applyTheme(theme);
    store.setState({ view: { theme } });
  };
  // Registered first, so that the theme changes before other handlers draw.
  addEventListener("beforeprint", () => {
    themeBefore = store.getState().view.theme;
    if (themeBefore === "dark") show("light");
  });
  addEventListener("afterprint", () => {
    if (themeBefore === "dark") show("dark");
  });
}
