/**
 * The pictogram of a mapping: four hosts with four terminals each, or a mesh of that size, and a line through the terminals of the first
 * ranks.
 */
import type { Values } from "../../core/base/params.ts";
import { coordinate } from "../../core/network/network.ts";
import type { Mapping } from "../../core/mappings/contract.ts";
import { allTopologies } from "../../core/kinds/all-kinds.ts";
import { type PictogramData, pictureSize } from "./pictogram-data.ts";

const maxRanks = 8;
const pitch = { x: 13, y: 9 };

/**
 * Pictogram of a mapping, which places ranks on terminals: 4 × 4 terminals as small squares, and a line from rank to rank in order. The
 * example network has hosts with accelerators (`rails`) or, if the mapping does not accept it, is a mesh; null if it accepts neither.
 */
export function mappingPictogram({ check, places, compile }: Mapping, values: Values): PictogramData | null {
  const hosts = allTopologies
    .get("rails")
    .build({ hosts: 4, accelerators: 4, inner: "switch", wiring: "only", ports: 4, terminalLinks: 1 });
  const mesh = allTopologies.get("mesh").build({ sizes: [4, 4], terminalsPerSwitch: 1 });
  const network = [hosts, mesh].find((each) => check(values, each).length === 0);
  if (network === undefined) return null;
  const position = (t: number) =>
    [0, 1].map((axis) => {
      const extent = axis === 0 ? pictureSize.width : pictureSize.height;
      return extent / 2 + (coordinate(network, t, axis) - 1.5) * (axis === 0 ? pitch.x : pitch.y);
    });
  const square = (t: number, halfSide: number) => {
    const [x, y] = position(t);
    return `M${x - halfSide} ${y - halfSide}h${2 * halfSide}v${2 * halfSide}h${-2 * halfSide}z`;
  };
  const terminalOfRank = compile(values, Math.min(maxRanks, places(values, network)), network);
  const usedTerminals = new Set(terminalOfRank);
  const unusedTerminals = Array.from({ length: network.terminals }, (_, t) => t).filter((t) => !usedTerminals.has(t));
  return {
    lines: Array.from(terminalOfRank, (t, rank) => `${rank === 0 ? "M" : "L"}${position(t).join(" ")}`).join(""),
    marks: [
      { path: unusedTerminals.map((t) => square(t, 1)).join(""), opacity: 0.3 },
      // Rank 0 is larger.
      { path: Array.from(terminalOfRank, (t, rank) => square(t, rank === 0 ? 2.5 : 1.5)).join(""), opacity: 1 },
    ],
  };
}
