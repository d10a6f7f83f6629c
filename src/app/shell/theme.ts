/** The theme: the reader's choice where one was made here, else the system's. */
import type { Theme } from "../state/view-state.ts";
import type { WorkbenchStore } from "../state/workbench.ts";
import { keepSetting, readSetting } from "../setting.ts";

/** The theme to begin with. */
export function firstTheme(): Theme {
  const chosen = readSetting("theme");
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Puts a theme on the page, so that every token changes at once; what the browser draws round the page goes with it. */
export function wear(theme: Theme): void {
  const root = document.documentElement;
  root.dataset["theme"] = theme;
  const ground = getComputedStyle(root).getPropertyValue("--ground").trim();
  if (ground === "") return;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = ground;
}

/** Changes between light and dark, here and for the next visits. */
export function changeTheme(store: WorkbenchStore): void {
  const theme = store.getState().view.theme === "dark" ? "light" : "dark";
  wear(theme);
  keepSetting("theme", theme);
  store.setState({ view: { theme } });
}

/** Shows paper what is drawn in light: what is coloured by numbers has one scale for each theme. */
export function printInLight(store: WorkbenchStore): void {
  let before: Theme = "light";
  const show = (theme: Theme) => {
    wear(theme);
    store.setState({ view: { theme } });
  };
  // It hears of it before all that draws: those come later.
  addEventListener("beforeprint", () => {
    before = store.getState().view.theme;
    if (before === "dark") show("light");
  });
  addEventListener("afterprint", () => {
    if (before === "dark") show("dark");
  });
}
