/**
 * Paths of the selected flow with their shares; hovering or pressing a path highlights it. For a selected terminal, a form asks for the
 * other terminal.
 */
import { terminalNames } from "../../../views/readings/terminal-names.ts";
import "./paths.css";
import { useMemo, useState } from "react";
import { pairFaultOf } from "../../../core/analysis/pair.ts";
import type { PathsBetween } from "../../../core/analysis/paths-between.ts";
import type { Network } from "../../../core/network/network.ts";
import { hasContention, type Scenario } from "../../../core/scenario/scenario.ts";
import { stagedVariant } from "../../../words/variants.ts";
import { capitalize } from "../../../words/params.ts";
import { sayPaths } from "../../../words/paths.ts";
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import { selectElement } from "../../selection/select-element.ts";
import { errorText, Query } from "../../runs/query.ts";
import { runName } from "../../runs/run-name.ts";
import { useQuery } from "../../runs/useQuery.ts";
import type { Page } from "../../create-page.ts";
import { useHoverHighlight } from "../../selection/useHoverHighlight.ts";
import { FormField } from "../../ui/fields/FormField.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { FailedLine } from "../FailedLine.tsx";
import { Button } from "../../ui/Button.tsx";
import { listedPaths } from "./listed-paths.ts";

/** Query for the paths of a pair, debounced because selections are stepped through. */
const pathsQuery = ({ workers }: Page) =>
  new Query<TerminalPair & { readonly scenario: Scenario }, PathsBetween>({
    delay: 200,
    keyOf: ({ scenario, source, destination }) => `${source} ${destination} ${runName(scenario)}`,
    start: ({ scenario, source, destination }) => workers.findPaths(scenario, source, destination),
  });

/**
 * The part of a card about paths: the paths of the selected flow or message; for a selected terminal, a form that asks for another
 * terminal.
 */
export function PathsSection() {
  const { runs, view } = usePage();
  const selected = useWorkbench((state) => state.session.selected);
  const isContentionModeled = useWorkbench(({ document: { current: scenario } }) => hasContention(stagedVariant(scenario, view.subject())));
  const network = runs.all[view.subject()].frame?.opened.network ?? null;
  // An ideal network has no paths.
  if (network === null || !isContentionModeled) return null;
  switch (selected.is) {
    case "flow":
    case "message": {
      // The pair may come from a link and be invalid.
      if (pairFaultOf(selected, network.terminals) !== null) return null;
      const { source, destination } = selected;
      return <PathsOfPair key={`${source} ${destination}`} network={network} source={source} destination={destination} />;
    }
    case "terminal":
    case "stretch":
      return selected.terminal < network.terminals ? (
        <PathsFrom key={selected.terminal} network={network} source={selected.terminal} />
      ) : null;
    default:
      return null;
  }
}

interface TerminalPair {
  readonly source: number;
  readonly destination: number;
}

/** The paths of packets between two terminals, each with its share of the packets; hovering or pressing a path highlights it. */
function PathsOfPair({ network, source, destination }: TerminalPair & { readonly network: Network }) {
  const page = usePage();
  const document = useWorkbench(({ document: { current } }) => current);
  const scenario = stagedVariant(document, page.view.subject());
  const [state, onRetry] = useQuery(() => pathsQuery(page), { scenario, source, destination });
  const paths = state.is === "value" ? state.value : null;
  /** Index of the pressed path, −1 for none. */
  const [pressed, setPressed] = useState(-1);
  // After an edit, the paths of the previous network are not shown.
  const listing = useMemo(() => (paths === null || !belongTo(network, paths) ? null : listedPaths(network, paths)), [network, paths]);
  const pressedHighlight = listing?.listed[pressed]?.highlight ?? null;
  const hoverProps = useHoverHighlight(pressedHighlight);
  if (state.is === "error") return <FailedLine failure="The search for paths failed" error={errorText(state.error)} onRetry={onRetry} />;
  if (paths === null || listing === null) return null;
  if (paths.count === 0)
    return <p className="muted">{`No path leads from ${terminalNames(network)(source)} to ${terminalNames(network)(destination)}.`}</p>;
  return (
    <div className="outages paths">
      <p>
        <span>
          <GlossaryText text={sayPaths(paths)} />
        </span>
      </p>
      <ul aria-label="Paths">
        {listing.listed.map(({ path, share, highlight }, i) => (
          <li key={path}>
            <Button
              variant="underlined"
              aria-pressed={i === pressed}
              {...hoverProps(() => highlight)}
              onClick={() => setPressed(i === pressed ? -1 : i)}
            >
              {path}
            </Button>
            <span>{share}</span>
          </li>
        ))}
      </ul>
      {listing.rest !== "" && <p className="muted">{listing.rest}</p>}
    </div>
  );
}

/** Whether the paths belong to this network; they may belong to the previous one. */
function belongTo({ head }: Network, { paths }: PathsBetween): boolean {
  return paths.every(({ channels }) => channels.every((c) => c < head.length));
}

/**
 * Form that asks for another terminal and then selects the flow from `source` to it. An invalid number gets a message and a button with the
 * nearest valid number.
 */
function PathsFrom({ network, source }: { readonly network: Network; readonly source: number }) {
  const { store, view } = usePage();
  const [text, setText] = useState("");
  const [hasSubmitted, setSubmitted] = useState(false);
  const destination = /^\s*\d+\s*$/.test(text) ? Number(text) : null;
  const fault =
    destination === null
      ? { message: `“${text}” is not the number of a terminal.`, nearest: { source, destination: source === 0 ? 1 : 0 } }
      : pairFaultOf({ source, destination }, network.terminals);
  const nearest = fault?.nearest?.destination;
  const selectFlowTo = (otherTerminal: number) => selectElement(store, { is: "flow", source, destination: otherTerminal }, view.subject());
  if (network.terminals < 2) return null;
  return (
    <form
      className="outages paths"
      onSubmit={(event) => {
        event.preventDefault();
        // The form disappears with the selection of the terminal; move the focus to the card.
        if (fault === null) event.currentTarget.closest("section")?.focus();
        if (fault === null && destination !== null) selectFlowTo(destination);
        else setSubmitted(true);
      }}
    >
      <FormField
        label="Paths to terminal"
        fault={
          hasSubmitted && fault !== null ? (
            <>
              {capitalize(fault.message)}
              {nearest !== undefined && <Button variant="inline" onClick={() => selectFlowTo(nearest)}>{`Use ${nearest}`}</Button>}
            </>
          ) : null
        }
      >
        {(control) => (
          <>
            <TextInput
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={text}
              onChange={(typed) => {
                setText(typed);
                setSubmitted(false);
              }}
              onKeyDown={(event) => event.key === "Escape" && event.currentTarget.closest("section")?.focus()}
            />
            <Button type="submit" variant="outlined">
              Show
            </Button>
          </>
        )}
      </FormField>
    </form>
  );
}
