/**
 * Paths of the selected flow with their shares; hovering or pressing a path highlights it. For a selected terminal, a form asks for the
 * other terminal.
 */
import { terminalNames } from "../../../views/readings/terminal-names.ts";
import "./paths.css";
import { useMemo, useState } from "react";
import { faultOfPair } from "../../../core/analysis/pair.ts";
import type { WaysBetween } from "../../../core/analysis/ways-between.ts";
import type { Network } from "../../../core/network/network.ts";
import { hasContention, type Scenario } from "../../../core/scenario/scenario.ts";
import { stagedVariant } from "../../../words/variants.ts";
import { capital } from "../../../words/params.ts";
import { sayWays } from "../../../words/ways.ts";
import { Told } from "../../glossary/Told.tsx";
import { pick } from "../../selection/pick.ts";
import { faultWords, Query } from "../../runs/query.ts";
import { runName } from "../../runs/run-name.ts";
import { useQuery } from "../../runs/useQuery.ts";
import type { Page } from "../../create-page.ts";
import { useShows } from "../../selection/useShows.ts";
import { FormField } from "../../ui/fields/FormField.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { FailedLine } from "../FailedLine.tsx";
import { Button } from "../../ui/Button.tsx";
import { listedPaths } from "./paths.ts";

/** Query for the paths of a pair, debounced because selections are stepped through. */
const pathsQuery = ({ workers }: Page) =>
  new Query<Flow & { readonly scenario: Scenario }, WaysBetween>({
    rest: 200,
    keyOf: ({ scenario, source, destination }) => `${source} ${destination} ${runName(scenario)}`,
    start: ({ scenario, source, destination }) => workers.findWays(scenario, source, destination),
  });

export function Paths() {
  const { runs, view } = usePage();
  const selected = useWorkbench((state) => state.session.selected);
  const isContended = useWorkbench(({ document: { current: scenario } }) => hasContention(stagedVariant(scenario, view.subject())));
  const network = runs.all[view.subject()].frame?.opened.network ?? null;
  // An ideal network has no paths.
  if (network === null || !isContended) return null;
  switch (selected.is) {
    case "flow":
    case "message": {
      // The pair may come from a link and be invalid.
      if (faultOfPair(selected, network.terminals) !== null) return null;
      const { source, destination } = selected;
      return <PathsBetween key={`${source} ${destination}`} network={network} source={source} destination={destination} />;
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

interface Flow {
  readonly source: number;
  readonly destination: number;
}

/** The paths of one pair, listed with their shares. */
function PathsBetween({ network, source, destination }: Flow & { readonly network: Network }) {
  const page = usePage();
  const document = useWorkbench(({ document: { current } }) => current);
  const scenario = stagedVariant(document, page.view.subject());
  const [state, onAgain] = useQuery(() => pathsQuery(page), { scenario, source, destination });
  const found = state.is === "value" ? state.value : null;
  const [pressed, press] = useState(-1);
  const known = useMemo(() => (found === null || !fits(network, found) ? null : listedPaths(network, found)), [network, found]);
  const kept = known?.listed[pressed]?.highlight ?? null;
  const pointing = useShows(kept);
  if (state.is === "error") return <FailedLine what="Paths were not found" words={faultWords(state.fault)} onAgain={onAgain} />;
  if (found === null || known === null) return null;
  if (found.count === 0)
    return <p className="muted">{`No path leads from ${terminalNames(network)(source)} to ${terminalNames(network)(destination)}.`}</p>;
  return (
    <div className="outages paths">
      <p>
        <span>
          <Told text={sayWays(found)} />
        </span>
      </p>
      <ul aria-label="Paths">
        {known.listed.map(({ path, share, highlight }, i) => (
          <li key={path}>
            <Button
              variant="underlined"
              aria-pressed={i === pressed}
              {...pointing(() => highlight)}
              onClick={() => press(i === pressed ? -1 : i)}
            >
              {path}
            </Button>
            <span>{share}</span>
          </li>
        ))}
      </ul>
      {known.rest !== "" && <p className="muted">{known.rest}</p>}
    </div>
  );
}

/** Whether the paths belong to this network; they may belong to the previous one. */
function fits({ head }: Network, { ways }: WaysBetween): boolean {
  return ways.every(({ channels }) => channels.every((c) => c < head.length));
}

/** Asks for another terminal, and selects the flow to it. */
function PathsFrom({ network, source }: { readonly network: Network; readonly source: number }) {
  const { store, view } = usePage();
  const [text, setText] = useState("");
  const [asked, ask] = useState(false);
  const destination = /^\s*\d+\s*$/.test(text) ? Number(text) : null;
  const fault =
    destination === null
      ? { message: `“${text}” is no number of a terminal.`, nearest: { source, destination: source === 0 ? 1 : 0 } }
      : faultOfPair({ source, destination }, network.terminals);
  const nearest = fault?.nearest?.destination;
  const show = (to: number) => pick(store, { is: "flow", source, destination: to }, view.subject());
  if (network.terminals < 2) return null;
  return (
    <form
      className="outages paths"
      onSubmit={(event) => {
        event.preventDefault();
        // The form disappears with the selection of the terminal; move the focus to the card.
        if (fault === null) event.currentTarget.closest("section")?.focus();
        if (fault === null && destination !== null) show(destination);
        else ask(true);
      }}
    >
      <FormField
        label="Paths to terminal"
        fault={
          asked && fault !== null ? (
            <>
              {capital(fault.message)}
              {nearest !== undefined && <Button variant="inline" onClick={() => show(nearest)}>{`Use ${nearest}`}</Button>}
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
                ask(false);
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
