/** The theme: the reader's choice where one was made here, else the system's. */
import { type Theme, workbench } from "../document/store.ts";

const key = "fabricscope-theme";

/** The theme to begin with. */
export function firstTheme(): Theme {
  const chosen = stored();
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Puts a theme on the page, so that every token changes at once. */
export function wear(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}

/** Keeps the reader's choice for the next visit. */
function keepTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // A browser that keeps nothing asks the system again next time.
  }
}

/** Changes between light and dark, here and for the next visits. */
export function changeTheme(): void {
  const theme = workbench.getState().theme === "dark" ? "light" : "dark";
  wear(theme);
  keepTheme(theme);
  workbench.setState({ theme });
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
