import type { ReactNode } from "react";
import { Button } from "../../../ui/Button.tsx";
import { say } from "../../../lesson/attend.ts";
import { useAttending } from "../useAttending.ts";
import { usePage } from "../../../hooks.ts";

/** The button that submits the answer. Disabled until there is one; until then `missing` says what to do. */
export function RunButton({ words = "Run", missing }: { readonly words?: string; readonly missing: string }): ReactNode {
  const { store } = usePage();
  const { guess, seed } = useAttending();
  return (
    <div className="ask-run row">
      <Button variant="primary" disabled={guess === null} onClick={() => say(store, guess)}>
        {words}
      </Button>
      <span className="muted">{guess === null ? missing : seed === null ? "" : `Your own seed: ${seed}`}</span>
    </div>
  );
}
