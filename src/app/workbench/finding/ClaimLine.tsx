/** What became of a link's claim: reproduced, or different. */
import { useEffect, useState } from "react";
import { claimOf, type Verdict, verdictOn } from "../../runs/claim.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

/** Milliseconds between two looks at what has come in. */
const pace = 300;

export function ClaimLine() {
  const { results, runs } = usePage();
  const document = useWorkbench((state) => state.scenario);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  useEffect(() => {
    const { claim } = document;
    if (claim === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLatest = true;
    const style = async () => {
      const next = verdictOn(claim, await claimOf(document, results));
      if (!isLatest) return;
      setVerdict(next);
      timer = undefined;
    };
    const stop = runs.subscribe(() => (timer ??= setTimeout(() => void style(), pace)));
    void style();
    return () => {
      isLatest = false;
      clearTimeout(timer);
      stop();
    };
  }, [document, results, runs]);
  if (verdict === null || document.claim === null) return null;
  return (
    <p className="claim-line small" data-verdict={verdict.is} role="status">
      <span aria-hidden="true">{{ reproduced: "=", differs: "≠", open: "…" }[verdict.is]}</span> {verdict.why}
    </p>
  );
}
