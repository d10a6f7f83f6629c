/** Places the switches of a network that belongs to no known family and has no positions, with a force-directed layout. */
import { type Drawing, isTerminalEnd, type DrawnPlace } from "../../core/network/drawing/drawing.ts";
import { withPlaces } from "../../core/network/drawing/edit.ts";

/** Maximum number of switches: larger networks would take seconds to place, and their layout would show no structure. */
const maxPlacedSwitches = 1000;
/** Distance between neighbors, in steps of the drawing. */
const neighborDistance = 32;

/**
 * The drawing (an edited network with positions and names) with its switches placed by a force-directed layout, which starts on a circle.
 * It stays unchanged if any of its nodes has a position already, or if it has too many switches.
 */
export async function withLayout(drawing: Drawing): Promise<Drawing> {
  const { switches, terminals, links } = drawing;
  const switchCount = switches.length;
  if (
    switchCount < 3 ||
    switchCount > maxPlacedSwitches ||
    [...switches, ...terminals].some(({ place: position }) => position !== undefined)
  )
    return drawing;
  const neighbors = switches.map(() => new Set<number>());
  for (const { a, b } of links) {
    if (isTerminalEnd(a) || isTerminalEnd(b) || a === b) continue;
    neighbors[a].add(b);
    neighbors[b].add(a);
  }
  const switchNumbers = switches.map((_, s) => s);
  const radius = (switchCount * neighborDistance) / (2 * Math.PI);
  const onCircle = (s: number): DrawnPlace => [
    radius * Math.sin((2 * Math.PI * s) / switchCount),
    -radius * Math.cos((2 * Math.PI * s) / switchCount),
  ];
  const { forceLayout } = await import("./force-layout.ts");
  const positions = forceLayout(
    switchNumbers,
    new Map(switchNumbers.map((s) => [s, [...neighbors[s]]])),
    new Map(switchNumbers.map((s) => [s, onCircle(s)])),
    neighborDistance,
  );
  // Adding 0 turns −0 into 0.
  return withPlaces(drawing, new Map([...positions].map(([s, [x, y]]) => [s, [Math.round(x) + 0, Math.round(y) + 0]])));
}
