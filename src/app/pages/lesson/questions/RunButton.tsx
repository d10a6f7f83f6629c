import type { ReactNode } from "react";
import { say } from "../../../lesson/attend.ts";
import { useAttending } from "../useAttending.ts";
import { usePage } from "../../../hooks.ts";

/** The way to say it: solid once there is a guess; without one, plain words. */
export function RunButton({ words = "Run", missing }: { readonly words?: string; readonly missing: string }): ReactNode {
  const { store } = usePage();
  const { guess, seed } = useAttending();
  return (
    <div className="ask-run row">
      <button type="button" className="primary" disabled={guess === null} onClick={() => say(store, guess)}>
        {words}
      </button>
      <span className="muted">{guess === null ? missing : seed === null ? "" : `Your own seed: ${seed}`}</span>
    </div>
  );
}
