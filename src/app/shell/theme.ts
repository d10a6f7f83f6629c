/** The theme: the reader's choice where one was made here, else the system's. */
import type { Theme, WorkbenchStore } from "../document/store.ts";
import { keepSetting, readSetting } from "../setting.ts";

/** The theme to begin with. */
export function firstTheme(): Theme {
  const chosen = readSetting("theme");
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Puts a theme on the page, so that every token changes at once. */
export function wear(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}

/** Changes between light and dark, here and for the next visits. */
export function changeTheme(store: WorkbenchStore): void {
  const theme = store.getState().theme === "dark" ? "light" : "dark";
  wear(theme);
  keepSetting("theme", theme);
  store.setState({ theme });
}
