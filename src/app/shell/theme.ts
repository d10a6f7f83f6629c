/** The color theme: the reader's choice, otherwise that of the system. */
import type { Theme } from "../state/view-state.ts";
import type { WorkbenchStore } from "../state/workbench.ts";
import { keepSetting, readSetting } from "../setting.ts";

/** The initial theme. */
export function firstTheme(): Theme {
  const chosen = readSetting("theme");
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Applies a theme to the page and to the parts of the window that the browser draws. */
export function wear(theme: Theme): void {
  const root = document.documentElement;
  root.dataset["theme"] = theme;
  const ground = getComputedStyle(root).getPropertyValue("--ground").trim();
  if (ground === "") return;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = ground;
}

/** Switches between light and dark, also for later visits. */
export function changeTheme(store: WorkbenchStore): void {
  const theme = store.getState().view.theme === "dark" ? "light" : "dark";
  wear(theme);
  keepSetting("theme", theme);
  store.setState({ view: { theme } });
}

/** Prints in the light theme. Its own handlers are needed because color scales differ between themes. */
export function printInLight(store: WorkbenchStore): void {
  let before: Theme = "light";
  const show = (theme: Theme) => {
    wear(theme);
    store.setState({ view: { theme } });
  };
  // Registered first, so that the theme changes before other handlers draw.
  addEventListener("beforeprint", () => {
    before = store.getState().view.theme;
    if (before === "dark") show("light");
  });
  addEventListener("afterprint", () => {
    if (before === "dark") show("dark");
  });
}
