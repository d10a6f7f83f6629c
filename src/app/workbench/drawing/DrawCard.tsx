/** What is chosen on a drawing, as a sentence whose words change it; and what can be done to it. */
import { useMemo, useState } from "react";
import { anded } from "../../../core/base/words.ts";
import { integer } from "../../../core/base/params.ts";
import { isTerminal, nameOfTerminal, terminalEnd, terminalOf } from "../../../core/network/drawing/drawing.ts";
import {
  linkedEachToEach,
  linkedLike,
  linksBetween,
  terminalsOn,
  withMultiplicity,
  withTerminalCount,
} from "../../../core/network/drawing/edit.ts";
import type { Draft } from "../../../views/drawing/contract.ts";
import { copyBeside, placeDraft } from "../../../views/drawing/place.ts";
import { nameOn } from "../../../views/drawing/names.ts";
import { frameOn, linksFor } from "../../../views/drawing/remap.ts";
import { loadsOf } from "../../../views/readings/loads.ts";
import { countOf } from "../../../words/numbers.ts";
import { named } from "../../drawing/named.ts";
import { drawingActions, drawingOn, giveKeys } from "../../drawing/act.ts";
import { unconnected } from "../../drawing/arrange.ts";
import { choose } from "../../drawing/change.ts";
import { CountWord, NameWord } from "./words.tsx";
import { JobOf } from "../jobs/JobOf.tsx";
import { useMedia } from "../../shell/useMedia.ts";
import { usePaced, usePage, useUnits, useWorkbench } from "../../hooks.ts";

/** Milliseconds between two readings of loads. */
const pace = 400;
/** So many neighbours or names are listed. */
const mostListed = 6;

const terminalsParam = integer({ title: "Terminals", help: "Terminals on a switch.", min: 0, max: 4096, default: 0 });
const linksParam = integer({ title: "Links", help: "Links between two ends.", min: 0, max: 256, default: 1 });

export function DrawCard() {
  const page = usePage();
  useWorkbench(({ drawing }) => drawing);
  useWorkbench(({ scenario }) => scenario);
  useWorkbench(({ pending }) => pending);
  usePaced(pace);
  const draft = drawingOn(page).now();
  if (draft === null) return null;
  const { chosen, chosenLink } = draft;
  const [first] = chosen;
  return (
    <section
      className="card panel draw-card"
      aria-label="What is chosen"
      onClick={({ detail, target }) => {
        // A pointer that has done something here leaves the keys to the drawing; a word that is typed or dragged keeps them.
        if (detail > 0 && (target as Element).closest("button:not(.draw-name)") !== null) giveKeys(page);
      }}
    >
      {chosenLink !== null ? (
        <OfLink draft={draft} ends={chosenLink} />
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

function OfSwitch({ draft, s }: { readonly draft: Draft; readonly s: number }) {
  const { drawing } = draft;
  const own = drawing.switches[s];
  const terminals = terminalsOn(drawing, s);
  const neighbours = neighboursOf(draft, s);
  const links = neighbours.reduce((sum, { count }) => sum + count, 0);
  const isAlone = draft.network.present !== undefined && unconnected(drawing).includes(s);
  return (
    <>
      <h2>What is this switch?</h2>
      <p className="draw-said">
        <NameWord what={own.number} name={nameOn(draft, s)} /> has{" "}
        <CountWord
          param={terminalsParam}
          value={terminals.length}
          tail={terminals.length === 1 ? " terminal" : " terminals"}
          change={(count) => (now) => withTerminalCount(now.drawing, s, count)}
        />{" "}
        and {countOf(links, "link", "links")}.
        {isAlone && (links === 0 ? " It is not connected yet." : " It is not connected to the part that runs.")}
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

/** The terminals of a switch, each by its name: pressed, it gets another. */
function Terminals({ draft: { drawing }, list }: { readonly draft: Draft; readonly list: readonly number[] }) {
  const naming = useWorkbench(({ drawing: mode }) => mode?.naming ?? null);
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
  /** Channels to it. */
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

/** Loads of the drawing's channels by the latest run. */
function useShares(draft: Draft): (channels: readonly number[]) => number | null {
  const { view } = usePage();
  const data = view.data("stage");
  const frame = frameOn(draft, data);
  if (frame === null) return () => null;
  const loads = loadsOf({ frame, cycle: data.cycle, links: linksFor(draft.network, data.network, data.links) });
  return (channels) => Math.max(0, ...channels.map((c) => loads.share(c)));
}

function Neighbours({ draft, list }: { readonly draft: Draft; readonly s: number; readonly list: readonly Neighbour[] }) {
  const units = useUnits();
  const share = useShares(draft);
  if (list.length === 0) return null;
  const busiest = list.toSorted((a, b) => (share(b.channels) ?? 0) - (share(a.channels) ?? 0));
  return (
    <>
      <LoadHead />
      <ul className="draw-loads">
        {busiest.slice(0, mostListed).map(({ s, count, channels }) => {
          const load = share(channels);
          return (
            <li key={s}>
              <span>
                → {nameOn(draft, s)}
                {count > 1 && ` ×${count}`}
              </span>
              <span className="track" aria-hidden="true">
                <i style={{ width: `${Math.min(100, (load ?? 0) * 100)}%` }} />
              </span>
              <span>{load === null ? "" : units.formatLoad(load)}</span>
            </li>
          );
        })}
        {list.length > mostListed && <li className="muted">and {list.length - mostListed} more</li>}
      </ul>
    </>
  );
}

/** What the bars below it are. */
function LoadHead() {
  const units = useUnits();
  return <p className="small muted">Load so far, {units.headOf("phits/cycle")}</p>;
}

function Copy({ draft }: { readonly draft: Draft }) {
  const page = usePage();
  return (
    <button type="button" onClick={() => copyBeside(draft, placeDraft(draft, ...draft.session.room), drawingActions(page))}>
      Copy<kbd>C</kbd>
    </button>
  );
}

/** Deletes what is chosen; with it goes the button that was pressed, so keys go to the drawing. */
function Delete() {
  const page = usePage();
  const remove = () => {
    drawingActions(page).remove();
    giveKeys(page);
  };
  return (
    <button type="button" onClick={remove}>
      Delete<kbd>Del</kbd>
    </button>
  );
}

function OfSeveral({ draft }: { readonly draft: Draft }) {
  const page = usePage();
  const { store } = page;
  const { drawing, chosen, isLikeFirst } = draft;
  const list = [...chosen];
  const counts = list.map((s) => terminalsOn(drawing, s).length);
  const isSame = counts.every((count) => count === counts[0]);
  const among = linksAmong(draft);
  const { change } = drawingOn(page);
  return (
    <>
      <h2>What are these?</h2>
      <p className="draw-said">
        {countOf(list.length, "switch", "switches")} with{" "}
        <CountWord
          param={terminalsParam}
          value={isSame ? counts[0] : Math.round(counts.reduce((a, b) => a + b, 0) / counts.length)}
          text={isSame ? undefined : `${Math.min(...counts)} to ${Math.max(...counts)}`}
          tail={isSame && counts[0] === 1 ? " terminal" : " terminals"}
          change={(count) => (now) => [...now.chosen].reduce((next, s) => withTerminalCount(next, s, count), now.drawing)}
        />{" "}
        each, {among === 0 ? "no links" : countOf(among, "link", "links")} among them. A copy is linked{" "}
        <button
          type="button"
          className="word choice"
          onClick={() => store.setState(({ drawing: mode }) => ({ drawing: mode && { ...mode, isLikeFirst: !mode.isLikeFirst } }))}
        >
          {isLikeFirst ? "like the first" : "only in itself"}
        </button>
        .
      </p>
      <p className="muted">
        {sayNames(draft, list)}. <NameWord what="chosen" name="Name them all" start={nameOn(draft, list[0]).replace(/\s*\d+$/, "")} />
      </p>
      <JobOf terminals={list.flatMap((s) => terminalsOn(drawing, s))} network={draft.network} />
      <p className="do">
        <Copy draft={draft} />
        {list.length <= 64 && (
          <button type="button" onClick={() => change((now) => linkedEachToEach(now.drawing, [...now.chosen]))}>
            Link each to each
          </button>
        )}
        <button
          type="button"
          onClick={() => change((now) => linkedLike(now.drawing, [...now.chosen], [...now.chosen][0]))}
          aria-description="All get the links to others that the first chosen has."
        >
          Link all like {nameOn(draft, list[0])}
        </button>
        <Delete />
      </p>
    </>
  );
}

function OfTerminals({ draft }: { readonly draft: Draft }) {
  const list = [...draft.terminals];
  const { network } = draft;
  const [first] = list;
  const homes = new Set<number>();
  for (let c = network.firstOut[first]; c < network.firstOut[first + 1]; c++) homes.add(network.head[c] - network.terminals);
  return (
    <>
      <h2>{list.length === 1 ? "What is this terminal?" : "What are these?"}</h2>
      {list.length === 1 ? (
        <p className="draw-said">
          <NameWord what={terminalEnd(first)} name={nameOfTerminal(draft.drawing.terminals[first], first)} /> on{" "}
          {homes.size === 0 ? "no switch" : anded([...homes].map((s) => nameOn(draft, s)))}.
        </p>
      ) : (
        <>
          <p className="draw-said">{countOf(list.length, "terminal", "terminals")}.</p>
          <Terminals draft={draft} list={list} />
        </>
      )}
      <JobOf terminals={list} network={draft.network} />
    </>
  );
}

function linksAmong({ drawing, chosen }: Draft): number {
  return drawing.links.filter(({ a, b }) => chosen.has(a) && chosen.has(b)).length;
}

function sayNames(draft: Draft, list: readonly number[]): string {
  const names = list.slice(0, mostListed).map((s) => nameOn(draft, s));
  const more = list.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function OfLink({ draft, ends: [a, b] }: { readonly draft: Draft; readonly ends: readonly [number, number] }) {
  const act = drawingActions(usePage());
  const units = useUnits();
  const { drawing, network } = draft;
  const share = useShares(draft);
  const node = (end: number) => (isTerminal(end) ? terminalOf(end) : network.terminals + end);
  const name = (end: number) =>
    isTerminal(end) ? nameOfTerminal(drawing.terminals[terminalOf(end)], terminalOf(end)) : nameOn(draft, end);
  const count = linksBetween(drawing, a, b).length;
  const ways = [
    [a, b],
    [b, a],
  ].map(([from, to]) => {
    const channels: number[] = [];
    for (let c = network.firstOut[node(from)]; c < network.firstOut[node(from) + 1]; c++)
      if (network.head[c] === node(to)) channels.push(c);
    return { name: `${name(from)} → ${name(to)}`, load: share(channels) };
  });
  return (
    <>
      <h2>{count === 1 ? "What is this link?" : "What are these links?"}</h2>
      <p className="draw-said">
        <CountWord
          param={linksParam}
          value={count}
          tail={count === 1 ? " link" : " links"}
          change={(next) => (now) => withMultiplicity(now.drawing, a, b, next)}
        />{" "}
        between {name(a)} and {name(b)}.
      </p>
      <LoadHead />
      <ul className="draw-loads">
        {ways.map(({ name: said, load }) => (
          <li key={said}>
            <span>{said}</span>
            <span className="track" aria-hidden="true">
              <i style={{ width: `${Math.min(100, (load ?? 0) * 100)}%` }} />
            </span>
            <span>{load === null ? "" : units.formatLoad(load)}</span>
          </li>
        ))}
      </ul>
      <p className="do">
        <button type="button" onClick={() => act.add(1)}>
          One more<kbd>+</kbd>
        </button>
        <button type="button" onClick={act.remove}>
          Delete<kbd>Del</kbd>
        </button>
      </p>
    </>
  );
}

/** Nothing is chosen: ways to choose by name and by what switches are. */
function OfNothing({ draft }: { readonly draft: Draft }) {
  const page = usePage();
  const { store } = page;
  const { drawing } = draft;
  const { switches } = drawing;
  const [text, setText] = useState("");
  const isCoarse = useMedia("(pointer: coarse)");
  const pickAll = (list: readonly number[]) => choose(store, { chosen: list.map((s) => switches[s].number), link: null });
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
        <p className="draw-said">
          Nothing is drawn yet. {isCoarse ? "Tap the ground twice" : "Double-click the ground"} for a first switch.
        </p>
      ) : (
        <>
          <p className="draw-said">
            {countOf(switches.length, "switch", "switches")}. Choose{" "}
            {sets
              .filter(([word, list]) => list.length > 0 && (word === "all" || list.length < all.length))
              .map(([word, list], i) => (
                <span key={word}>
                  {i > 0 && ", "}
                  <button type="button" className="word choice" onClick={() => pickAll(list)}>
                    {word}
                  </button>
                </span>
              ))}
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
              else if (terminals.length > 0) choose(store, { chosen: [], link: null, terminals });
              else if (text.trim() !== "") store.setState({ said: `Nothing here is called ${text.trim()}.` });
              giveKeys(page);
            }}
          >
            <label>
              By name <input value={text} onChange={(event) => setText(event.target.value)} placeholder="leaf 1, leaf 2" maxLength={1000} />
            </label>
          </form>
        </>
      )}
    </>
  );
}

/** The levels of a tree that was taken over, each with its switches. */
function levelsOf({ axes, switches }: Draft["drawing"]): readonly (readonly [string, readonly number[]])[] {
  const axis = axes.findIndex(({ kind }) => kind === "level");
  if (axis < 0) return [];
  return Array.from({ length: axes[axis].size }, (_, level) => [
    `level ${level}`,
    switches.flatMap(({ at }, s) => (at?.[axis] === level ? [s] : [])),
  ]);
}
