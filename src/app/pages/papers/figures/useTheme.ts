/** The colours of the page where an element stands, as views are drawn with. */
import { type RefObject, useEffect, useState } from "react";
import type { Theme } from "../../../../views/contract.ts";
import { readTheme } from "../../../../views/marks/colour.ts";

/** The theme around an element, read anew when the page changes between light and dark; null before the first time. */
export function useTheme(at: RefObject<Element | null>): Theme | null {
  const [theme, setTheme] = useState<Theme | null>(null);
  useEffect(() => {
    const read = () => at.current !== null && setTheme(readTheme(at.current));
    read();
    const watch = new MutationObserver(read);
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => watch.disconnect();
  }, [at]);
  return theme;
}
