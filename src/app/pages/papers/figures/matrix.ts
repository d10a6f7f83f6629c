/** The congestion matrix of a counted run, as the view of the workbench draws it. */
import { nameOfChannel, nameOfNode, type Network } from "../../../../core/network/network.ts";
import { paintMatrix, paintWords } from "../../../../views/matrix/paint.ts";
import { partAt } from "../../../../views/matrix/pick.ts";
import { placeMatrix, roomOf } from "../../../../views/matrix/place.ts";
import { valuesOf } from "../../../../views/matrix/values.ts";
import { rectMark } from "../../../../views/marks/marks.ts";
import { sayPercent } from "../../../../words/numbers.ts";
import type { Drawn, Room } from "./contract.ts";
import { inCycles } from "../../../../words/units.ts";

const nothingHighlighted = { channels: new Set<number>(), switches: new Set<number>(), terminals: new Set<number>() };

/** Lays a matrix out; `counted` is what each channel counted. */
export function layoutMatrix(network: Network, counted: ArrayLike<number> | undefined, { width, theme }: Room): Drawn | null {
  if (counted === undefined) return null;
  const values = valuesOf(network, true, (channel) => counted[channel]);
  const room = roomOf(network, width, true);
  const matrix = placeMatrix(network, room.width, room.height, true);
  const canvas = { ...room, theme, units: inCycles };
  const ofWorst = (value: number, worst: number) => sayPercent(worst > 0 ? value / worst : 0);
  return {
    ...room,
    marks: [...paintMatrix(matrix, values, network, nothingHighlighted, canvas), ...paintWords(matrix, canvas)],
    spotAt: (atX, atY) => {
      const found = partAt({ matrix, values, network }, atX, atY);
      if (found === null) return null;
      const { x, y, width: wide, height } = found.part;
      const outline = [rectMark("hover", x - 0.5, y - 0.5, wide + 1, height + 1, { fill: "none", stroke: theme.ink, "stroke-width": 1.5 })];
      const { selected } = found;
      const told =
        selected.is === "channel"
          ? {
              value: `${ofWorst(values.ofChannel[selected.channel], values.worstChannel)} of the most loaded link`,
              name: nameOfChannel(network, selected.channel),
            }
          : selected.is === "switch"
            ? {
                value: `${ofWorst(values.ofSwitch[selected.node - network.terminals], values.worstSwitch)} of the most loaded switch`,
                name: nameOfNode(network, selected.node),
              }
            : null;
      return told === null ? null : { x: x + wide / 2, y: y + height / 2, ...told, outline, picks: null };
    },
  };
}
