import type { ReactNode } from "react";
import { Button } from "../../../ui/Button.tsx";
import { say } from "../../../lesson/attend.ts";
import { useAttending } from "../useAttending.ts";
import { usePage } from "../../../hooks.ts";

/** The way to say it: solid once there is a guess; without one, plain words. */
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
