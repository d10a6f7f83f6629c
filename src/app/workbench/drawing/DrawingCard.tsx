/** Card of the selection on a drawing: an editable sentence, and actions. */
import { useMemo, useState } from "react";
import { joinWithAnd } from "../../../core/base/words.ts";
import { integer } from "../../../core/base/params.ts";
import { isTerminalEnd, nameOfTerminal, terminalEnd, terminalOfEnd } from "../../../core/network/drawing/drawing.ts";
import { terminalsOn, withTerminalCount } from "../../../core/network/drawing/edit.ts";
import type { LinkEnds } from "../../../core/scenario/edits/link-speeds.ts";
import type { DrawingDraft } from "../../../views/drawing/contract.ts";
import { copySelectionNearby, placeDraft } from "../../../views/drawing/place-draft.ts";
import { switchName } from "../../../views/drawing/names.ts";
import { countOf } from "../../../words/numbers.ts";
import { matchNames } from "../../drawing/match-names.ts";
import { drawingActions, drawingEditor, focusDrawing } from "../../drawing/drawing-actions.ts";
import { unconnectedSwitches } from "../../drawing/arrange.ts";
import { selectElements } from "../../drawing/apply-drawing.ts";
import { linkAllLike, linkFullMesh, modelSwitchOf, modelSentence } from "../../drawing/link-selected.ts";
import { LinkCard } from "./LinkCard.tsx";
import { type LoadRow, LoadRows, maxListedRows, useChannelShares } from "./LoadRows.tsx";
import { CountWord, NameWord } from "./words.tsx";
import { JobChooser } from "../jobs/JobChooser.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { useMediaQuery } from "../../ui/useMediaQuery.ts";
import { Button } from "../../ui/Button.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { useThrottledRender } from "../../runs/useThrottledRender.ts";

/** Interval between two updates of the loads, milliseconds. */
const updateInterval = 400;

const terminalsParam = integer({ title: "Terminals", help: "Terminals on a switch.", min: 0, max: 4096, default: 0 });

/**
 * The card of a network that is being drawn: details and actions for the selected links, switches or terminals, or a search by name if
 * nothing is selected. A draft is the drawing with its selection and the network that it describes.
 */
export function DrawingCard() {
  const page = usePage();
  // The draft, read by `now`, depends on these parts of the state: each change renders the card again.
  useWorkbench(({ mode: { drawing } }) => drawing);
  useWorkbench(({ document: { current: scenario } }) => scenario);
  useWorkbench(({ document: { pending } }) => pending);
  useThrottledRender(updateInterval);
  const draft = drawingEditor(page).now();
  if (draft === null) return null;
  const { selectedSwitches, selectedLinks } = draft;
  const [onlySwitch] = selectedSwitches;
  return (
    <section
      className="card panel draw-card"
      aria-label="Selection"
      onClick={({ detail, target }) => {
        // After a pointer click the keyboard focus returns to the drawing, except while a word is typed or dragged.
        if (detail > 0 && (target as Element).closest("button:not(.draw-name, .amount)") !== null) focusDrawing(page);
      }}
    >
      {selectedLinks.length > 0 ? (
        <LinkCard draft={draft} key={selectedLinks.join(" ")} />
      ) : selectedSwitches.size === 1 ? (
        <SwitchDetails draft={draft} s={onlySwitch} key={draft.drawing.switches[onlySwitch].number} />
      ) : selectedSwitches.size > 1 ? (
        <SwitchesDetails draft={draft} />
      ) : draft.selectedTerminals.size > 0 ? (
        <TerminalsDetails draft={draft} />
      ) : (
        <SelectByName draft={draft} />
      )}
    </section>
  );
}

/**
 * Details of the single selected switch: name, terminals, links with their loads, job, and actions. `draft` is the drawing with its
 * selection; `s` is the index of the switch in it. Underlined words of the sentence are controls that edit the drawing.
 */
function SwitchDetails({ draft, s }: { readonly draft: DrawingDraft; readonly s: number }) {
  const page = usePage();
  const { drawing } = draft;
  const ownSwitch = drawing.switches[s];
  const terminals = terminalsOn(drawing, s);
  const neighbors = neighborsOf(draft, s);
  const links = neighbors.reduce((sum, { count }) => sum + count, 0);
  const isUnconnected = draft.network.present !== undefined && unconnectedSwitches(drawing).includes(s);
  return (
    <>
      <h2>What is this switch?</h2>
      <p className="card-said">
        <NameWord what={ownSwitch.number} name={switchName(draft, s)} /> has{" "}
        <CountWord
          param={terminalsParam}
          value={terminals.length}
          tail={terminals.length === 1 ? " terminal" : " terminals"}
          change={(count) => (current) => withTerminalCount(current.drawing, s, count)}
        />{" "}
        and{" "}
        {links === 0 ? (
          "no links"
        ) : (
          <Button className="word choice" onClick={() => drawingActions(page).selectLinks(neighbors.map((each) => [s, each.s]))}>
            {countOf(links, "link", "links")}
          </Button>
        )}
        .{isUnconnected && (links === 0 ? " It is not connected yet." : " It is not connected to the simulated part.")}
      </p>
      <NeighborLoads draft={draft} s={s} list={neighbors} />
      {terminals.length > 0 && <TerminalNamesLine draft={draft} list={terminals} />}
      <JobChooser terminals={terminals} network={draft.network} />
      <p className="do">
        <CopyButton draft={draft} />
        <DeleteButton />
      </p>
    </>
  );
}

/** Names of the terminals of a switch; pressing a name renames the terminal. */
function TerminalNamesLine({ draft: { drawing }, list }: { readonly draft: DrawingDraft; readonly list: readonly number[] }) {
  const naming = useWorkbench(({ mode: { drawing: mode } }) => mode?.naming ?? null);
  const listed = list.filter((t, i) => i < maxListedRows || naming === terminalEnd(t));
  const more = list.length - listed.length;
  return (
    <p className="draw-terminals">
      {listed.map((t, i) => (
        <span key={t}>
          {i > 0 && ", "}
          <NameWord what={terminalEnd(t)} name={nameOfTerminal(drawing.terminals[t], t)} />
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}

interface NeighborLinks {
  readonly s: number;
  readonly count: number;
  /** Channels to this neighbor. */
  readonly channels: readonly number[];
}

function neighborsOf({ network }: DrawingDraft, s: number): readonly NeighborLinks[] {
  const { terminals, firstOut, head } = network;
  const channelsByNeighbor = new Map<number, number[]>();
  for (let c = firstOut[terminals + s]; c < firstOut[terminals + s + 1]; c++) {
    if (head[c] < terminals) continue;
    const other = head[c] - terminals;
    channelsByNeighbor.set(other, [...(channelsByNeighbor.get(other) ?? []), c]);
  }
  return [...channelsByNeighbor].map(([other, channels]) => ({ s: other, count: channels.length, channels }));
}

/**
 * Loads of the links from switch `s` to its neighbors, the busiest first; pressing a name selects the links. `list` has an entry for each
 * neighboring switch, with its index, the number of links, and their channels (the directions of a link that lead away from `s`).
 */
function NeighborLoads({ draft, s, list }: { readonly draft: DrawingDraft; readonly s: number; readonly list: readonly NeighborLinks[] }) {
  const actions = drawingActions(usePage());
  const shareOf = useChannelShares(draft);
  const rows = list.map((each): LoadRow => ({
    key: each.s,
    name: (
      <Button
        variant="underlined"
        onClick={() => actions.selectLinks([[s, each.s]])}
        aria-description="Selects the link, to set its rate and length."
      >
        → {switchName(draft, each.s)}
        {each.count > 1 && ` ×${each.count}`}
      </Button>
    ),
    load: shareOf(each.channels),
  }));
  return <LoadRows rows={rows.toSorted((a, b) => (b.load ?? 0) - (a.load ?? 0))} />;
}

function CopyButton({ draft }: { readonly draft: DrawingDraft }) {
  const page = usePage();
  return (
    <Button variant="underlined" onClick={() => copySelectionNearby(draft, placeDraft(draft, ...draft.session.size), drawingActions(page))}>
      Copy<kbd>C</kbd>
    </Button>
  );
}

/** Deletes the selection. The pressed button disappears too, so the focus moves to the drawing. */
function DeleteButton() {
  const page = usePage();
  const remove = () => {
    drawingActions(page).removeSelection();
    focusDrawing(page);
  };
  return (
    <Button variant="underlined" onClick={remove}>
      Delete<kbd>Del</kbd>
    </Button>
  );
}

/**
 * Details of several selected switches of a drawing: counts that can be edited for all of them together, names, job, and actions that copy,
 * link or delete them. `template` is the index of the selected switch whose links “Link all like” repeats for the others.
 */
function SwitchesDetails({ draft }: { readonly draft: DrawingDraft }) {
  const page = usePage();
  const { store } = page;
  const { drawing, selectedSwitches, isCopyLinked } = draft;
  const selectedList = [...selectedSwitches];
  const counts = selectedList.map((s) => terminalsOn(drawing, s).length);
  const haveSameCount = counts.every((count) => count === counts[0]);
  const innerLinks = linksWithinSelection(draft);
  const template = modelSwitchOf(draft);
  return (
    <>
      <h2>What are these switches?</h2>
      <p className="card-said">
        {countOf(selectedList.length, "switch", "switches")} with{" "}
        <CountWord
          param={terminalsParam}
          value={haveSameCount ? counts[0] : Math.round(counts.reduce((a, b) => a + b, 0) / counts.length)}
          text={haveSameCount ? undefined : `${Math.min(...counts)} to ${Math.max(...counts)}`}
          tail={haveSameCount && counts[0] === 1 ? " terminal" : " terminals"}
          change={(count) => (current) =>
            [...current.selectedSwitches].reduce((next, s) => withTerminalCount(next, s, count), current.drawing)
          }
        />{" "}
        each,{" "}
        {innerLinks.length === 0 ? (
          "no links"
        ) : (
          <Button className="word choice" onClick={() => drawingActions(page).selectLinks(innerLinks)}>
            {countOf(innerLinks.length, "link", "links")}
          </Button>
        )}{" "}
        among them. A copy is linked{" "}
        <Button
          className="word choice"
          onClick={() =>
            store.setState(({ mode: { drawing: mode } }) => ({ mode: { drawing: mode && { ...mode, isLikeFirst: !mode.isLikeFirst } } }))
          }
        >
          {isCopyLinked ? "like the original" : "only within the copy"}
        </Button>
        .
      </p>
      <p className="muted">
        {sayNames(draft, selectedList)}.{" "}
        <NameWord what="chosen" name="Name them all" start={switchName(draft, selectedList[0]).replace(/\s*\d+$/, "")} />
      </p>
      <JobChooser terminals={selectedList.flatMap((s) => terminalsOn(drawing, s))} network={draft.network} />
      <p className="do">
        <CopyButton draft={draft} />
        {selectedList.length <= 64 && (
          <Button variant="underlined" onClick={() => linkFullMesh(page)}>
            Link all pairs
          </Button>
        )}
        <Button variant="underlined" onClick={() => linkAllLike(page, template)} aria-description={modelSentence(draft, template)}>
          Link all like {switchName(draft, template)}
        </Button>
        <DeleteButton />
      </p>
    </>
  );
}

/**
 * Details of the selected terminals of a drawing: their names, the switches to which they are attached, their job, and a button that
 * selects their links. In a drawing each end of a link is a number for a switch or a terminal.
 */
function TerminalsDetails({ draft }: { readonly draft: DrawingDraft }) {
  const page = usePage();
  const selectedList = [...draft.selectedTerminals];
  const { network } = draft;
  const links = draft.drawing.links.flatMap(({ a, b }) =>
    isTerminalEnd(a) && draft.selectedTerminals.has(terminalOfEnd(a)) ? [[a, b] as const] : [],
  );
  const [first] = selectedList;
  // The switches of a single terminal; they are not shown for several.
  const attachedSwitches = new Set<number>();
  for (let channel = network.firstOut[first]; channel < network.firstOut[first + 1]; channel++)
    attachedSwitches.add(network.head[channel] - network.terminals);
  return (
    <>
      <h2>{selectedList.length === 1 ? "What is this terminal?" : "What are these terminals?"}</h2>
      {selectedList.length === 1 ? (
        <p className="card-said">
          <NameWord what={terminalEnd(first)} name={nameOfTerminal(draft.drawing.terminals[first], first)} /> on{" "}
          {attachedSwitches.size === 0 ? "no switch" : joinWithAnd([...attachedSwitches].map((s) => switchName(draft, s)))}.
        </p>
      ) : (
        <>
          <p className="card-said">{countOf(selectedList.length, "terminal", "terminals")}.</p>
          <TerminalNamesLine draft={draft} list={selectedList} />
        </>
      )}
      <JobChooser terminals={selectedList} network={draft.network} />
      <p className="do">
        <Button variant="underlined" onClick={() => drawingActions(page).selectLinks(links)}>
          Choose {links.length === 1 ? "its link" : "their links"}
        </Button>
      </p>
    </>
  );
}

function linksWithinSelection({ drawing, selectedSwitches }: DrawingDraft): readonly LinkEnds[] {
  return drawing.links.flatMap(({ a, b }) => (selectedSwitches.has(a) && selectedSwitches.has(b) ? [[a, b] as const] : []));
}

function sayNames(draft: DrawingDraft, list: readonly number[]): string {
  const names = list.slice(0, maxListedRows).map((s) => switchName(draft, s));
  const more = list.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Shown without a selection: ways to select switches by name or by property. */
function SelectByName({ draft }: { readonly draft: DrawingDraft }) {
  const page = usePage();
  const { store } = page;
  const { drawing } = draft;
  const { switches } = drawing;
  const [text, setText] = useState("");
  const isCoarse = useMediaQuery("(pointer: coarse)");
  const selectAll = (list: readonly number[]) => selectElements(store, { chosen: list.map((s) => switches[s].number), links: [] });
  const links = drawing.links.flatMap(({ a, b }) => (isTerminalEnd(a) ? [] : [[a, b] as const]));
  const switchesWithTerminals = useMemo(() => new Set(drawing.links.flatMap(({ a, b }) => (isTerminalEnd(a) ? [b] : []))), [drawing]);
  const all = switches.map((_, s) => s);
  const selections: readonly (readonly [string, readonly number[]])[] = [
    ["all", all],
    ["with terminals", all.filter((s) => switchesWithTerminals.has(s))],
    ["without terminals", all.filter((s) => !switchesWithTerminals.has(s))],
    ...levelSelections(drawing),
    ["not connected", draft.network.present === undefined && draft.network.regular ? [] : unconnectedSwitches(drawing)],
  ];
  return (
    <>
      <h2>Your network</h2>
      {switches.length === 0 ? (
        <p className="card-said">Nothing is drawn yet. {isCoarse ? "Double-tap" : "Double-click"} the background to add a switch.</p>
      ) : (
        <>
          <p className="card-said">
            {countOf(switches.length, "switch", "switches")}. Choose{" "}
            {selections
              .filter(([word, list]) => list.length > 0 && (word === "all" || list.length < all.length))
              .map(([word, list], i) => (
                <span key={word}>
                  {i > 0 && ", "}
                  <Button className="word choice" onClick={() => selectAll(list)}>
                    {word}
                  </Button>
                </span>
              ))}
            {links.length > 0 && (
              <>
                , or{" "}
                <Button className="word choice" onClick={() => drawingActions(page).selectLinks(links)}>
                  all links
                </Button>{" "}
                between them
              </>
            )}
            .
          </p>
          <form
            className="draw-find"
            onSubmit={(event) => {
              event.preventDefault();
              const matching = matchNames(
                all.map((s) => switchName(draft, s)),
                text,
              );
              const terminals = matchNames(drawing.terminals.map(nameOfTerminal), text);
              if (matching.length > 0) selectAll(matching);
              else if (terminals.length > 0) selectElements(store, { chosen: [], links: [], terminals });
              else if (text.trim() !== "") store.setState({ session: { toast: `No switch or terminal is named ${text.trim()}.` } });
              focusDrawing(page);
            }}
          >
            <label>
              By name <TextInput value={text} onChange={setText} placeholder="leaf 1, leaf 2" maxLength={1000} />
            </label>
          </form>
        </>
      )}
    </>
  );
}

/** The levels of an imported tree, with their switches. */
function levelSelections({ axes, switches }: DrawingDraft["drawing"]): readonly (readonly [string, readonly number[]])[] {
  const axis = axes.findIndex(({ kind }) => kind === "level");
  if (axis < 0) return [];
  return Array.from({ length: axes[axis].size }, (_, level) => [
    `level ${level}`,
    switches.flatMap(({ at }, s) => (at?.[axis] === level ? [s] : [])),
  ]);
}
