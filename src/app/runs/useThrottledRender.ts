import { useEffect, useState } from "react";
import { usePage } from "../hooks.ts";

/** Renders the component again when any run of the page has changed, at most once per interval of the given length. */
export function useThrottledRender(milliseconds: number): void {
  const { runs } = usePage();
  const [, render] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = runs.subscribe(() => {
      if (timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        render((count) => count + 1);
      }, milliseconds);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [runs, milliseconds]);
}
