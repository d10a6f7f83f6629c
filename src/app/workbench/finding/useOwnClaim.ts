/** The claim that the results computed here support. */
import { useEffect, useState } from "react";
import type { Claim, Document } from "../../../core/scenario/document.ts";
import { claimOf } from "../../runs/claim.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

/** Interval between two checks for new results, milliseconds. */
const checkInterval = 300;

/**
 * The claim of the current document: its answer, with a digest of the numbers, which a link can state and the receiver can verify. Null
 * while results are missing, undefined before the first check. Checked again after runs have changed, at most once per `checkInterval`.
 */
export function useOwnClaim(): Claim | null | undefined {
  const { resultCache, runs } = usePage();
  const document = useWorkbench((state) => state.document.current);
  const [latestClaim, setLatestClaim] = useState<{ readonly of: Document; readonly claim: Claim | null } | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latestCheck = 0;
    const check = async () => {
      const checkNumber = ++latestCheck;
      // Cleared before the check: a result that arrives meanwhile may be the last, and must trigger another check.
      timer = undefined;
      const claim = await claimOf(document, resultCache);
      if (checkNumber === latestCheck) setLatestClaim({ of: document, claim });
    };
    const unsubscribe = runs.subscribe(() => (timer ??= setTimeout(() => void check(), checkInterval)));
    void check();
    return () => {
      latestCheck++;
      clearTimeout(timer);
      unsubscribe();
    };
  }, [document, resultCache, runs]);
  return latestClaim?.of === document ? latestClaim.claim : undefined;
}
