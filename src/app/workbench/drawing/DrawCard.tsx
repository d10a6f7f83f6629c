/** Card of the selection on a drawing: an editable sentence, and actions. */
import { useMemo, useState } from "react";
import { anded } from "../../../core/base/words.ts";
import { integer } from "../../../core/base/params.ts";
import { isTerminal, nameOfTerminal, terminalEnd, terminalOf } from "../../../core/network/drawing/drawing.ts";
import { terminalsOn, withTerminalCount } from "../../../core/network/drawing/edit.ts";
import type { LinkEnds } from "../../../core/scenario/edits/link-speeds.ts";
import type { Draft } from "../../../views/drawing/contract.ts";
import { copyBeside, placeDraft } from "../../../views/drawing/place.ts";
import { nameOn } from "../../../views/drawing/names.ts";
import { countOf } from "../../../words/numbers.ts";
import { named } from "../../drawing/named.ts";
import { drawingActions, drawingOn, giveKeys } from "../../drawing/act.ts";
import { unconnected } from "../../drawing/arrange.ts";
import { choose } from "../../drawing/change.ts";
import { linkAllLike, linkEachToEach, modelOf, sayModel } from "../../drawing/link-all.ts";
import { LinkCard } from "./LinkCard.tsx";
import { type LoadRow, LoadRows, mostListed, useShares } from "./loads.tsx";
import { CountWord, NameWord } from "./words.tsx";
import { JobOf } from "../jobs/JobOf.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { useMedia } from "../../ui/useMedia.ts";
import { Button } from "../../ui/Button.tsx";
import { usePaced, usePage, useWorkbench } from "../../hooks.ts";

/** Interval between two updates of the loads, milliseconds. */
const pace = 400;

const terminalsParam = integer({ title: "Terminals", help: "Terminals on a switch.", min: 0, max: 4096, default: 0 });

export function DrawCard() {
  const page = usePage();
  useWorkbench(({ mode: { drawing } }) => drawing);
  useWorkbench(({ document: { current: scenario } }) => scenario);
  useWorkbench(({ document: { pending } }) => pending);
  usePaced(pace);
  const draft = drawingOn(page).now();
  if (draft === null) return null;
  const { chosen, chosenLinks } = draft;
  const [first] = chosen;
  return (
    <section
      className="card panel draw-card"
      aria-label="What is chosen"
      onClick={({ detail, target }) => {
        // After a pointer click the keyboard focus returns to the drawing, except while a word is typed or dragged.
        if (detail > 0 && (target as Element).closest("button:not(.draw-name, .amount)") !== null) giveKeys(page);
      }}
    >
      {chosenLinks.length > 0 ? (
        <LinkCard draft={draft} key={chosenLinks.join(" ")} />
      ) : chosen.size === 1 ? (
        <OfSwitch draft={draft} s={first} key={draft.drawing.switches[first].number} />
      ) : chosen.size > 1 ? (
        <OfSeveral draft={draft} />
      ) : draft.terminals.size > 0 ? (
        <OfTerminals draft={draft} />
      ) : (
        <OfNothing draft={draft} />
      )}
    </section>
  );
}

/** Details of a single selected switch: name, terminals, links with their loads, job, and actions. */
function OfSwitch({ draft, s }: { readonly draft: Draft; readonly s: number }) {
  const page = usePage();
  const { drawing } = draft;
  const own = drawing.switches[s];
  const terminals = terminalsOn(drawing, s);
  const neighbours = neighboursOf(draft, s);
  const links = neighbours.reduce((sum, { count }) => sum + count, 0);
  const isAlone = draft.network.present !== undefined && unconnected(drawing).includes(s);
  return (
    <>
      <h2>What is this switch?</h2>
      <p className="card-said">
        <NameWord what={own.number} name={nameOn(draft, s)} /> has{" "}
        <CountWord
          param={terminalsParam}
          value={terminals.length}
          tail={terminals.length === 1 ? " terminal" : " terminals"}
          change={(count) => (now) => withTerminalCount(now.drawing, s, count)}
        />{" "}
        and{" "}
        {links === 0 ? (
          "no links"
        ) : (
          <Button className="word choice" onClick={() => drawingActions(page).chooseLinks(neighbours.map((each) => [s, each.s]))}>
            {countOf(links, "link", "links")}
          </Button>
        )}
        .{isAlone && (links === 0 ? " It is not connected yet." : " It is not connected to the part that runs.")}
      </p>
      <Neighbours draft={draft} s={s} list={neighbours} />
      {terminals.length > 0 && <Terminals draft={draft} list={terminals} />}
      <JobOf terminals={terminals} network={draft.network} />
      <p className="do">
        <Copy draft={draft} />
        <Delete />
      </p>
    </>
  );
}

/** Names of the terminals of a switch; pressing a name renames the terminal. */
function Terminals({ draft: { drawing }, list }: { readonly draft: Draft; readonly list: readonly number[] }) {
  const naming = useWorkbench(({ mode: { drawing: mode } }) => mode?.naming ?? null);
  const shown = list.filter((t, i) => i < mostListed || naming === terminalEnd(t));
  const more = list.length - shown.length;
  return (
    <p className="draw-terminals">
      {shown.map((t, i) => (
        <span key={t}>
          {i > 0 && ", "}
          <NameWord what={terminalEnd(t)} name={nameOfTerminal(drawing.terminals[t], t)} />
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}

interface Neighbour {
  readonly s: number;
  readonly count: number;
  /** Channels to this neighbor. */
  readonly channels: readonly number[];
}

function neighboursOf({ network }: Draft, s: number): readonly Neighbour[] {
  const { terminals, firstOut, head } = network;
  const found = new Map<number, number[]>();
  for (let c = firstOut[terminals + s]; c < firstOut[terminals + s + 1]; c++) {
    if (head[c] < terminals) continue;
    const other = head[c] - terminals;
    found.set(other, [...(found.get(other) ?? []), c]);
  }
  return [...found].map(([other, channels]) => ({ s: other, count: channels.length, channels }));
}

/** Loads of the links of a switch, the busiest first; pressing a link selects it. */
function Neighbours({ draft, s, list }: { readonly draft: Draft; readonly s: number; readonly list: readonly Neighbour[] }) {
  const act = drawingActions(usePage());
  const share = useShares(draft);
  const rows = list.map((each): LoadRow => ({
    key: each.s,
    name: (
      <Button
        variant="underlined"
        onClick={() => act.chooseLinks([[s, each.s]])}
        aria-description="Chooses the link, to set its rate and length."
      >
        → {nameOn(draft, each.s)}
        {each.count > 1 && ` ×${each.count}`}
      </Button>
    ),
    load: share(each.channels),
  }));
  return <LoadRows rows={rows.toSorted((a, b) => (b.load ?? 0) - (a.load ?? 0))} />;
}

function Copy({ draft }: { readonly draft: Draft }) {
  const page = usePage();
  return (
    <Button variant="underlined" onClick={() => copyBeside(draft, placeDraft(draft, ...draft.session.room), drawingActions(page))}>
      Copy<kbd>C</kbd>
    </Button>
  );
}

/** Deletes the selection. The pressed button disappears too, so the focus moves to the drawing. */
function Delete() {
  const page = usePage();
  const remove = () => {
    drawingActions(page).remove();
    giveKeys(page);
  };
  return (
    <Button variant="underlined" onClick={remove}>
      Delete<kbd>Del</kbd>
    </Button>
  );
}

/** Details of several selected switches, with actions that link them. */
function OfSeveral({ draft }: { readonly draft: Draft }) {
  const page = usePage();
  const { store } = page;
  const { drawing, chosen, isLikeFirst } = draft;
  const list = [...chosen];
  const counts = list.map((s) => terminalsOn(drawing, s).length);
  const isSame = counts.every((count) => count === counts[0]);
  const among = linksAmong(draft);
  const model = modelOf(draft);
  return (
    <>
      <h2>What are these?</h2>
      <p className="card-said">
        {countOf(list.length, "switch", "switches")} with{" "}
        <CountWord
          param={terminalsParam}
          value={isSame ? counts[0] : Math.round(counts.reduce((a, b) => a + b, 0) / counts.length)}
          text={isSame ? undefined : `${Math.min(...counts)} to ${Math.max(...counts)}`}
          tail={isSame && counts[0] === 1 ? " terminal" : " terminals"}
          change={(count) => (now) => [...now.chosen].reduce((next, s) => withTerminalCount(next, s, count), now.drawing)}
        />{" "}
        each,{" "}
        {among.length === 0 ? (
          "no links"
        ) : (
          <Button className="word choice" onClick={() => drawingActions(page).chooseLinks(among)}>
            {countOf(among.length, "link", "links")}
          </Button>
        )}{" "}
        among them. A copy is linked{" "}
        <Button
          className="word choice"
          onClick={() =>
            store.setState(({ mode: { drawing: mode } }) => ({ mode: { drawing: mode && { ...mode, isLikeFirst: !mode.isLikeFirst } } }))
          }
        >
          {isLikeFirst ? "like the first" : "only in itself"}
        </Button>
        .
      </p>
      <p className="muted">
        {sayNames(draft, list)}. <NameWord what="chosen" name="Name them all" start={nameOn(draft, list[0]).replace(/\s*\d+$/, "")} />
      </p>
      <JobOf terminals={list.flatMap((s) => terminalsOn(drawing, s))} network={draft.network} />
      <p className="do">
        <Copy draft={draft} />
        {list.length <= 64 && (
          <Button variant="underlined" onClick={() => linkEachToEach(page)}>
            Link each to each
          </Button>
        )}
        <Button variant="underlined" onClick={() => linkAllLike(page, model)} aria-description={sayModel(draft, model)}>
          Link all like {nameOn(draft, model)}
        </Button>
        <Delete />
      </p>
    </>
  );
}

/** Details of selected terminals: names, switches they are attached to, and job. */
function OfTerminals({ draft }: { readonly draft: Draft }) {
  const page = usePage();
  const list = [...draft.terminals];
  const { network } = draft;
  const links = draft.drawing.links.flatMap(({ a, b }) => (isTerminal(a) && draft.terminals.has(terminalOf(a)) ? [[a, b] as const] : []));
  const [first] = list;
  const homes = new Set<number>();
  for (let c = network.firstOut[first]; c < network.firstOut[first + 1]; c++) homes.add(network.head[c] - network.terminals);
  return (
    <>
      <h2>{list.length === 1 ? "What is this terminal?" : "What are these?"}</h2>
      {list.length === 1 ? (
        <p className="card-said">
          <NameWord what={terminalEnd(first)} name={nameOfTerminal(draft.drawing.terminals[first], first)} /> on{" "}
          {homes.size === 0 ? "no switch" : anded([...homes].map((s) => nameOn(draft, s)))}.
        </p>
      ) : (
        <>
          <p className="card-said">{countOf(list.length, "terminal", "terminals")}.</p>
          <Terminals draft={draft} list={list} />
        </>
      )}
      <JobOf terminals={list} network={draft.network} />
      <p className="do">
        <Button variant="underlined" onClick={() => drawingActions(page).chooseLinks(links)}>
          Choose {links.length === 1 ? "its link" : "their links"}
        </Button>
      </p>
    </>
  );
}

function linksAmong({ drawing, chosen }: Draft): readonly LinkEnds[] {
  return drawing.links.flatMap(({ a, b }) => (chosen.has(a) && chosen.has(b) ? [[a, b] as const] : []));
}

function sayNames(draft: Draft, list: readonly number[]): string {
  const names = list.slice(0, mostListed).map((s) => nameOn(draft, s));
  const more = list.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Shown without a selection: ways to select switches by name or by property. */
function OfNothing({ draft }: { readonly draft: Draft }) {
  const page = usePage();
  const { store } = page;
  const { drawing } = draft;
  const { switches } = drawing;
  const [text, setText] = useState("");
  const isCoarse = useMedia("(pointer: coarse)");
  const pickAll = (list: readonly number[]) => choose(store, { chosen: list.map((s) => switches[s].number), links: [] });
  const links = drawing.links.flatMap(({ a, b }) => (isTerminal(a) ? [] : [[a, b] as const]));
  const homes = useMemo(() => new Set(drawing.links.flatMap(({ a, b }) => (isTerminal(a) ? [b] : []))), [drawing]);
  const all = switches.map((_, s) => s);
  const sets: readonly (readonly [string, readonly number[]])[] = [
    ["all", all],
    ["with terminals", all.filter((s) => homes.has(s))],
    ["without terminals", all.filter((s) => !homes.has(s))],
    ...levelsOf(drawing),
    ["not connected", draft.network.present === undefined && draft.network.regular ? [] : unconnected(drawing)],
  ];
  return (
    <>
      <h2>Your network</h2>
      {switches.length === 0 ? (
        <p className="card-said">
          Nothing is drawn yet. {isCoarse ? "Tap the ground twice" : "Double-click the ground"} for a first switch.
        </p>
      ) : (
        <>
          <p className="card-said">
            {countOf(switches.length, "switch", "switches")}. Choose{" "}
            {sets
              .filter(([word, list]) => list.length > 0 && (word === "all" || list.length < all.length))
              .map(([word, list], i) => (
                <span key={word}>
                  {i > 0 && ", "}
                  <Button className="word choice" onClick={() => pickAll(list)}>
                    {word}
                  </Button>
                </span>
              ))}
            {links.length > 0 && (
              <>
                , or{" "}
                <Button className="word choice" onClick={() => drawingActions(page).chooseLinks(links)}>
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
              const found = named(
                all.map((s) => nameOn(draft, s)),
                text,
              );
              const terminals = named(drawing.terminals.map(nameOfTerminal), text);
              if (found.length > 0) pickAll(found);
              else if (terminals.length > 0) choose(store, { chosen: [], links: [], terminals });
              else if (text.trim() !== "") store.setState({ session: { toast: `Nothing here is called ${text.trim()}.` } });
              giveKeys(page);
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
function levelsOf({ axes, switches }: Draft["drawing"]): readonly (readonly [string, readonly number[]])[] {
  const axis = axes.findIndex(({ kind }) => kind === "level");
  if (axis < 0) return [];
  return Array.from({ length: axes[axis].size }, (_, level) => [
    `level ${level}`,
    switches.flatMap(({ at }, s) => (at?.[axis] === level ? [s] : [])),
  ]);
}
