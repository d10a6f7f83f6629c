/** Two nodes of a torus that the reader moves, the shortest paths between them, and the effect of a relay node. */
import "./relay.css";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { type Crossing, crossingOf, isSame, type Place, relayOf, stepsOf } from "../../../../reproductions/torus/ways.ts";
import type { FigureProps } from "./contract.ts";
import { DrawnFigure } from "./DrawnFigure.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ToggleButton } from "../../../ui/ToggleButton.tsx";
import { layoutRelay, percentOf, pitchIn, placeAt, pointOf, type RelayDrawing } from "./relay.ts";

/** The two movable nodes. */
const ends = [
  { id: "from", letter: "S", name: "source" },
  { id: "to", letter: "D", name: "destination" },
] as const;
type End = (typeof ends)[number]["id"];

const keys: Readonly<Record<string, Place>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The quantities that are compared for the direct path and the path via the relay. */
const measures: readonly { readonly title: string; readonly of: (crossing: Crossing) => string }[] = [
  { title: "shortest paths", of: ({ ways }) => String(ways) },
  { title: "links crossed", of: ({ links }) => String(links) },
  { title: "X links to choose from", of: ({ choices }) => String(choices) },
  { title: "busiest X link", of: ({ busiest: [x] }) => `${percentOf(x)}\u202f%` },
  { title: "busiest Y link", of: ({ busiest: [, y] }) => `${percentOf(y)}\u202f%` },
];

const said = (place: Place) => `⟨${place.join(", ")}⟩`;

/** The torus with its two movable nodes, and the table that compares both paths. */
export function Relay({ figure }: FigureProps<"relay">) {
  const { grid } = figure;
  const surface = useRef<HTMLDivElement>(null);
  const [pair, setPair] = useState<Readonly<Record<End, Place>>>({ from: figure.from, to: figure.to });
  const [isRelayed, setRelayed] = useState(true);
  /** The end that a click moves: the end that was moved last. */
  const [moving, setMoving] = useState<End>("to");
  const dragged = useRef<End | null>(null);
  const { from, to } = pair;
  // The traffic without the relay, and with it.
  const [direct, relayed] = [false, true].map((by) => crossingOf(stepsOf(grid, from, to, by)));
  const relay = relayOf(grid, from, to);

  const move = (end: End, place: Place) => {
    setMoving(end);
    setPair((before) => {
      const other = before[end === "from" ? "to" : "from"];
      // A node does not send to itself.
      return isSame(place, other) || isSame(place, before[end]) ? before : { ...before, [end]: place };
    });
  };
  const press = (end: End, event: KeyboardEvent) => {
    const by = keys[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const stepped = (count: number): Place => {
      const at = ([0, 1] as const).map((d) => (pair[end][d] + count * by[d] + grid[d] * count) % grid[d]);
      return [at[0], at[1]];
    };
    // Skip the node of the other end.
    move(end, isSame(stepped(1), pair[end === "from" ? "to" : "from"]) ? stepped(2) : stepped(1));
  };
  // The node at the pointer; null to the right of the torus.
  const pointed = (event: PointerEvent): Place | null => {
    if (surface.current === null) return null;
    const { left, top, width } = surface.current.getBoundingClientRect();
    const [pitch, x] = [pitchIn(grid, width), event.clientX - left];
    return x > pitch * (grid[0] + 0.5) ? null : placeAt(pitch, grid, x, event.clientY - top);
  };
  const begin = (event: PointerEvent) => {
    const place = pointed(event);
    if (place === null || event.button !== 0) return;
    const end = isSame(place, from) ? "from" : isSame(place, to) ? "to" : moving;
    dragged.current = end;
    setMoving(end);
    event.currentTarget.setPointerCapture(event.pointerId);
    move(end, place);
  };
  const drag = (event: PointerEvent) => {
    const place = dragged.current === null ? null : pointed(event);
    if (place !== null && dragged.current !== null) move(dragged.current, place);
  };

  return (
    <div className="figure-relay">
      <div
        ref={surface}
        className="relay-torus"
        onPointerDown={begin}
        onPointerMove={drag}
        onPointerUp={() => (dragged.current = null)}
        onPointerCancel={() => (dragged.current = null)}
      >
        <DrawnFigure
          label={`${figure.title}: S at ${said(from)}, D at ${said(to)}${isRelayed ? `, by way of X at ${said(relay)}` : ", directly"}`}
          layout={(room) => layoutRelay({ grid, from, to, isRelayed }, room)}
        >
          {(drawn) =>
            ends.map(({ id, letter, name }) => {
              const [x, y] = pointOf((drawn as RelayDrawing).pitch, pair[id]);
              return (
                <Button
                  key={id}
                  style={{ left: x, top: y }}
                  aria-label={`${letter}, the ${name}, at ${said(pair[id])}: arrow keys move it`}
                  onKeyDown={(event) => press(id, event)}
                  onFocus={() => setMoving(id)}
                />
              );
            })
          }
        </DrawnFigure>
      </div>
      <div className="relay-told wrap">
        <table>
          <thead>
            <tr>
              <td />
              {["directly", "by way of X"].map((title, i) => (
                <th key={title} scope="col">
                  <ToggleButton isPressed={isRelayed === (i === 1)} onClick={() => setRelayed(i === 1)}>
                    {title}
                  </ToggleButton>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {measures.map(({ title, of }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td data-shown={!isRelayed || undefined}>{of(direct)}</td>
                <td data-shown={isRelayed || undefined}>{of(relayed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div>
          <p aria-live="polite">{verdictOn(from, to, relay, direct, relayed)}</p>
          <p className="paper-caption">Drag S and D, click a node, or move them with the arrow keys.</p>
        </div>
      </div>
    </div>
  );
}

/** A sentence on the effect of the relay for this pair. */
function verdictOn(from: Place, to: Place, relay: Place, direct: Crossing, relayed: Crossing): string {
  if (isSame(relay, from)) return "S is already half a column from the row of D, so it needs no relay.";
  if (isSame(relay, to)) return "X would be D itself, so there is nothing to pass on.";
  if (direct.choices === 0) return "S and D share a column: no X link is crossed, so a relay has nothing to relieve.";
  const [before, after] = [direct, relayed].map(({ busiest: [x] }) => `${percentOf(x)}\u202f%`);
  const relieved = `X at ${said(relay)} takes the busiest X link from ${before} to ${after}`;
  const more = relayed.links - direct.links;
  return `${relieved}, for ${more} more ${more === 1 ? "link" : "links"}, ${more === 1 ? "a Y link" : "all of them along Y"}.`;
}
