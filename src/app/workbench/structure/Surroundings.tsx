/** What lies around the terminal that is picked: each fact, pointed at or pressed, shows itself on the drawings. */
import { useEffect, useMemo, useState } from "react";
import { studies, subject } from "../../page.ts";
import { useWorkbench, workbench } from "../../document/store.ts";
import type { Highlight } from "../../../views/contract.ts";
import { aroundOf } from "./around.ts";

const show = (highlight: Highlight | null) => workbench.setState({ shows: highlight });

export function Surroundings() {
  const selected = useWorkbench((state) => state.selected);
  const network = studies()[subject()].frame?.opened.network ?? null;
  const terminal = selected.is === "terminal" && network !== null && selected.terminal < network.terminals ? selected.terminal : -1;
  const [pressed, press] = useState("");
  const facts = useMemo(() => (network === null || terminal < 0 ? [] : aroundOf(network, terminal)), [network, terminal]);
  // What is pressed stays, also for the terminal picked next.
  const kept = facts.find(({ id }) => id === pressed)?.highlight ?? null;
  useEffect(() => {
    if (kept === null) return undefined;
    show(kept);
    return () => show(null);
  }, [kept]);
  if (facts.length === 0) return null;
  return (
    <div className="outages surroundings">
      <ul>
        {facts.map(({ id, title, highlight }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === pressed}
              onPointerEnter={() => show(highlight)}
              onPointerLeave={() => show(kept)}
              onFocus={() => show(highlight)}
              onBlur={() => show(kept)}
              onClick={() => press(id === pressed ? "" : id)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
