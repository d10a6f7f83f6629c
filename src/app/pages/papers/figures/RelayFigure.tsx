/** Two nodes of a torus that the reader moves, the shortest paths between them, and the effect of a relay node. */
import "./relay.css";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import {
  type CrossingSummary,
  crossingSummaryOf,
  isSameNode,
  type TorusNode,
  relayNodeOf,
  relayStepsOf,
} from "../../../../reproductions/torus/shortest-paths.ts";
import type { FigureProps } from "./contract.ts";
import { FigureView } from "./FigureView.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ToggleButton } from "../../../ui/ToggleButton.tsx";
import { layoutRelay, formatSharePercent, pitchForWidth, nodeAtPoint, nodePosition, type RelayDrawing } from "./relay-torus.ts";

/** The two movable nodes. */
const movableEnds = [
  { id: "from", letter: "S", name: "source" },
  { id: "to", letter: "D", name: "destination" },
] as const;
type PairEnd = (typeof movableEnds)[number]["id"];

const keyOffsets: Readonly<Record<string, TorusNode>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The quantities that are compared for the direct path and the path via the relay. */
const comparedQuantities: readonly { readonly title: string; readonly of: (crossing: CrossingSummary) => string }[] = [
  { title: "shortest paths", of: ({ paths }) => String(paths) },
  { title: "links crossed", of: ({ links }) => String(links) },
  { title: "X links to choose from", of: ({ choices }) => String(choices) },
  { title: "busiest X link", of: ({ busiest: [x] }) => `${formatSharePercent(x)}\u202f%` },
  { title: "busiest Y link", of: ({ busiest: [, y] }) => `${formatSharePercent(y)}\u202f%` },
];

const nodeText = (node: TorusNode) => `⟨${node.join(", ")}⟩`;

/** The torus with its two movable nodes, and the table that compares both paths. */
export function RelayFigure({ figure }: FigureProps<"relay">) {
  const { grid } = figure;
  const surfaceRef = useRef<HTMLDivElement>(null);
  const [pair, setPair] = useState<Readonly<Record<PairEnd, TorusNode>>>({ from: figure.from, to: figure.to });
  const [isRelayed, setRelayed] = useState(true);
  /** The end that a click moves: the end that was moved last. */
  const [activeEnd, setActiveEnd] = useState<PairEnd>("to");
  const draggedEnd = useRef<PairEnd | null>(null);
  const { from, to } = pair;
  // The traffic without the relay, and with it.
  const [direct, viaRelay] = [false, true].map((by) => crossingSummaryOf(relayStepsOf(grid, from, to, by)));
  const relay = relayNodeOf(grid, from, to);

  const moveEnd = (end: PairEnd, node: TorusNode) => {
    setActiveEnd(end);
    setPair((current) => {
      const other = current[end === "from" ? "to" : "from"];
      // A node does not send to itself.
      return isSameNode(node, other) || isSameNode(node, current[end]) ? current : { ...current, [end]: node };
    });
  };
  const onKeyDown = (end: PairEnd, event: KeyboardEvent) => {
    const by = keyOffsets[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const nodeAfter = (count: number): TorusNode => {
      const coordinates = ([0, 1] as const).map((d) => (pair[end][d] + count * by[d] + grid[d] * count) % grid[d]);
      return [coordinates[0], coordinates[1]];
    };
    // Skip the node of the other end.
    moveEnd(end, isSameNode(nodeAfter(1), pair[end === "from" ? "to" : "from"]) ? nodeAfter(2) : nodeAfter(1));
  };
  // The node at the pointer; null to the right of the torus.
  const nodeAtPointer = (event: PointerEvent): TorusNode | null => {
    if (surfaceRef.current === null) return null;
    const { left, top, width } = surfaceRef.current.getBoundingClientRect();
    const [pitch, x] = [pitchForWidth(grid, width), event.clientX - left];
    return x > pitch * (grid[0] + 0.5) ? null : nodeAtPoint(pitch, grid, x, event.clientY - top);
  };
  const onPointerDown = (event: PointerEvent) => {
    const node = nodeAtPointer(event);
    if (node === null || event.button !== 0) return;
    const end = isSameNode(node, from) ? "from" : isSameNode(node, to) ? "to" : activeEnd;
    draggedEnd.current = end;
    setActiveEnd(end);
    event.currentTarget.setPointerCapture(event.pointerId);
    moveEnd(end, node);
  };
  const onPointerMove = (event: PointerEvent) => {
    const node = draggedEnd.current === null ? null : nodeAtPointer(event);
    if (node !== null && draggedEnd.current !== null) moveEnd(draggedEnd.current, node);
  };

  return (
    <div className="figure-relay">
      <div
        ref={surfaceRef}
        className="relay-torus"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => (draggedEnd.current = null)}
        onPointerCancel={() => (draggedEnd.current = null)}
      >
        <FigureView
          label={`${figure.title}: S at ${nodeText(from)}, D at ${nodeText(to)}${isRelayed ? `, by way of X at ${nodeText(relay)}` : ", directly"}`}
          layout={(context) => layoutRelay({ grid, source: from, destination: to, isRelayed }, context)}
        >
          {(drawing) =>
            movableEnds.map(({ id, letter, name }) => {
              const [x, y] = nodePosition((drawing as RelayDrawing).pitch, pair[id]);
              return (
                <Button
                  key={id}
                  style={{ left: x, top: y }}
                  aria-label={`${letter}, the ${name}, at ${nodeText(pair[id])}: arrow keys move it`}
                  onKeyDown={(event) => onKeyDown(id, event)}
                  onFocus={() => setActiveEnd(id)}
                />
              );
            })
          }
        </FigureView>
      </div>
      <div className="relay-table wrap">
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
            {comparedQuantities.map(({ title, of }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td data-shown={!isRelayed || undefined}>{of(direct)}</td>
                <td data-shown={isRelayed || undefined}>{of(viaRelay)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div>
          <p aria-live="polite">{relayVerdict(from, to, relay, direct, viaRelay)}</p>
          <p className="paper-caption">Drag S and D, click a node, or move them with the arrow keys.</p>
        </div>
      </div>
    </div>
  );
}

/** A sentence on the effect of the relay for this pair. */
function relayVerdict(from: TorusNode, to: TorusNode, relay: TorusNode, direct: CrossingSummary, viaRelay: CrossingSummary): string {
  if (isSameNode(relay, from)) return "S is already half a column from the row of D, so it needs no relay.";
  if (isSameNode(relay, to)) return "X would be D itself, so no relay is needed.";
  if (direct.choices === 0) return "S and D are in the same column: the packet crosses no X link, so a relay does not help.";
  const [shareDirect, shareViaRelay] = [direct, viaRelay].map(({ busiest: [x] }) => `${formatSharePercent(x)}\u202f%`);
  const effect = `The relay at ${nodeText(relay)} reduces the load of the busiest X link from ${shareDirect} to ${shareViaRelay}`;
  const extraLinks = viaRelay.links - direct.links;
  return `${effect}, for ${extraLinks} more ${extraLinks === 1 ? "link" : "links"}, ${extraLinks === 1 ? "a Y link" : "all of them along Y"}.`;
}
