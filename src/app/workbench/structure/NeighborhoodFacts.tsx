/** Neighborhood of the selected terminal; hovering or pressing a fact highlights it. */
import { useMemo, useState } from "react";
import { neighborhoodOf } from "./neighborhood.ts";
import { useHoverHighlight } from "../../selection/useHoverHighlight.ts";
import { Button } from "../../ui/Button.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

/** A list of facts about the neighborhood of the selected terminal; hovering or pressing a fact highlights its terminals. */
export function NeighborhoodFacts() {
  const { runs, view } = usePage();
  const selected = useWorkbench((state) => state.session.selected);
  const network = runs.all[view.subject()].frame?.opened.network ?? null;
  /** The selected terminal, −1 for none. */
  const terminal = selected.is === "terminal" && network !== null && selected.terminal < network.terminals ? selected.terminal : -1;
  const [pressed, setPressed] = useState("");
  const facts = useMemo(() => (network === null || terminal < 0 ? [] : neighborhoodOf(network, terminal)), [network, terminal]);
  // The pressed fact also applies to the next selected terminal.
  const pressedHighlight = facts.find(({ id }) => id === pressed)?.highlight ?? null;
  const hoverProps = useHoverHighlight(pressedHighlight);
  if (facts.length === 0) return null;
  return (
    <div className="outages surroundings">
      <ul>
        {facts.map(({ id, title, highlight }) => (
          <li key={id}>
            <Button
              variant="underlined"
              aria-pressed={id === pressed}
              {...hoverProps(() => highlight)}
              onClick={() => setPressed(id === pressed ? "" : id)}
            >
              {title}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
