/** What the document's results here claim, as they come in. */
import { useEffect, useState } from "react";
import type { Claim, Document } from "../../../core/scenario/document.ts";
import { claimOf } from "../../runs/claim.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

/** Milliseconds between two looks at what has come in. */
const pace = 300;

/** The claim that the present document's results allow; null while some are missing, undefined before the first look. */
export function useOwnClaim(): Claim | null | undefined {
  const { resultCache, runs } = usePage();
  const document = useWorkbench((state) => state.document.current);
  const [known, setKnown] = useState<{ readonly of: Document; readonly claim: Claim | null } | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest = 0;
    const look = async () => {
      const mine = ++latest;
      // Before it looks: what comes in meanwhile may be the last of all, and is looked at again.
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
