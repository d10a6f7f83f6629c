/** Neighborhood of the selected terminal; hovering or pressing a fact highlights it. */
import { useMemo, useState } from "react";
import { aroundOf } from "./around.ts";
import { useShows } from "../../selection/useShows.ts";
import { Button } from "../../ui/Button.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

export function Surroundings() {
  const { runs, view } = usePage();
  const selected = useWorkbench((state) => state.session.selected);
  const network = runs.all[view.subject()].frame?.opened.network ?? null;
  const terminal = selected.is === "terminal" && network !== null && selected.terminal < network.terminals ? selected.terminal : -1;
  const [pressed, press] = useState("");
  const facts = useMemo(() => (network === null || terminal < 0 ? [] : aroundOf(network, terminal)), [network, terminal]);
  // The pressed fact also applies to the next selected terminal.
  const kept = facts.find(({ id }) => id === pressed)?.highlight ?? null;
  const pointing = useShows(kept);
  if (facts.length === 0) return null;
  return (
    <div className="outages surroundings">
      <ul>
        {facts.map(({ id, title, highlight }) => (
          <li key={id}>
            <Button
              variant="underlined"
              aria-pressed={id === pressed}
              {...pointing(() => highlight)}
              onClick={() => press(id === pressed ? "" : id)}
            >
              {title}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
