/** The claim that the results computed here support. */
import { useEffect, useState } from "react";
import type { Claim, Document } from "../../../core/scenario/document.ts";
import { claimOf } from "../../runs/claim.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

/** Interval between two checks for new results, milliseconds. */
const pace = 300;

/** The claim of the current document; null while results are missing, undefined before the first check. */
export function useOwnClaim(): Claim | null | undefined {
  const { resultCache, runs } = usePage();
  const document = useWorkbench((state) => state.document.current);
  const [known, setKnown] = useState<{ readonly of: Document; readonly claim: Claim | null } | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest = 0;
    const look = async () => {
      const mine = ++latest;
      // Cleared before the check: a result that arrives meanwhile may be the last, and must trigger another check.
      timer = undefined;
      const claim = await claimOf(document, resultCache);
      if (mine === latest) setKnown({ of: document, claim });
    };
    const stop = runs.subscribe(() => (timer ??= setTimeout(() => void look(), pace)));
    void look();
    return () => {
      latest++;
      clearTimeout(timer);
      stop();
    };
  }, [document, resultCache, runs]);
  return known?.of === document ? known.claim : undefined;
}
