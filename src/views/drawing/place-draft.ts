/** Placement of a drawing being edited, including switches that are being moved. */
import { type Camera, fitCamera, placeManually, switchBoxSize } from "../stage/layouts/manual.ts";
import { switchPositionsOf } from "../stage/layouts/all-layouts.ts";
import { type SwitchPositions, stepPixels } from "../stage/layouts/switch-positions.ts";
import type { Scene } from "../stage/scene.ts";
import type { DrawingDraft, DrawingActions } from "./contract.ts";
import type { StagePoint, DrawingSession } from "./session.ts";

/** A placed drawing as it is visible now. */
export interface PlacedDrawing {
  readonly scene: Scene;
  readonly positions: SwitchPositions;
  /** Positions without the move under way. */
  readonly restPositions: SwitchPositions;
  readonly camera: Camera;
  /** Size of a switch, pixels. */
  readonly switchSize: readonly [width: number, height: number];
}

interface CachedPlacement extends PlacedDrawing {
  readonly inputs: readonly unknown[];
}

const placementCache = new WeakMap<object, CachedPlacement>();

type StageSize = readonly [width: number, height: number];

/** Whether the width has changed by more than 10 %. The height depends on the text above, which is not the user's doing. */
const isResized = ([oldWidth]: StageSize, [width]: StageSize) => Math.abs(width - oldWidth) > 0.1 * oldWidth;

/** Space for name and terminals below the lowest switch, pixels. */
const spaceBelow = 40;

/** Whether a lower stage hides the lowest switches of a drawing that was visible in full. */
function isCutOff(positions: SwitchPositions, { scale, y }: Camera, [, shownHeight]: StageSize, [, height]: StageSize): boolean {
  if (height >= shownHeight) return false;
  for (let s = 1; s < positions.length; s += 2) if (positions[s] * scale + y > height - spaceBelow) return true;
  return false;
}

/** Whether the text above covers the highest switches of a drawing that was visible in full. */
function isCovered(positions: SwitchPositions, { scale, y }: Camera, headroom: number): boolean {
  for (let s = 1; s < positions.length; s += 2) if (positions[s] * scale + y < headroom) return true;
  return false;
}

/**
 * Keeps the drawing at its position on the page while text above moves its upper edge, so that the hovered object stays under the pointer.
 */
function keepInPlace(session: DrawingSession, width: number, height: number): void {
  const { size, camera, measureTop } = session;
  session.size = [width, height];
  if (height === size[1] || measureTop === null) return;
  const top = measureTop();
  if (width === size[0] && camera !== null) session.camera = shiftedDown(camera, session.lastTop - top);
  session.lastTop = top;
}

const shiftedDown = (camera: Camera, distance: number): Camera => ({ ...camera, y: camera.y + distance });

/**
 * Whether the network is an entirely different one, as after an undo of its first drawing: the number of switches differs, and most are at
 * other positions.
 */
function isOtherNetwork(previous: SwitchPositions, current: SwitchPositions): boolean {
  if (previous.length === current.length) return false;
  if (previous.length === 0) return current.length > 2;
  const previousPositions = new Set(Array.from({ length: previous.length / 2 }, (_, s) => `${previous[2 * s]} ${previous[2 * s + 1]}`));
  let unmoved = 0;
  for (let s = 0; s < current.length / 2; s++) if (previousPositions.has(`${current[2 * s]} ${current[2 * s + 1]}`)) unmoved++;
  return 4 * unmoved < Math.min(previous.length, current.length);
}

/**
 * Places the network that is being drawn on a stage of `width` × `height` pixels: positions of switches in grid steps, and the camera,
 * which maps grid steps to pixels. The selected switches are displaced while they are dragged. The camera is fitted to the whole drawing if
 * there is none yet, if the width of the stage has changed, if switches would be hidden, or if the network is another one; otherwise it
 * stays. The result is cached until one of its inputs changes.
 */
export function placeDraft({ network, selectedSwitches, session }: DrawingDraft, width: number, height: number): PlacedDrawing {
  const restPositions = switchPositionsOf(network);
  // Text above the drawing may have changed its height.
  keepInPlace(session, width, height);
  const cached = placementCache.get(session);
  const { fittedTo, camera: oldCamera } = session;
  // Drop the camera if it no longer fits.
  if (fittedTo !== null && isResized(fittedTo, session.size)) session.camera = null;
  const isHidden = (camera: Camera, fittedSize: StageSize) =>
    isCutOff(restPositions, camera, fittedSize, session.size) ||
    (height < fittedSize[1] && isCovered(restPositions, camera, session.headroom));
  if (fittedTo !== null && oldCamera !== null && session.gesture === null && isHidden(oldCamera, fittedTo)) session.camera = null;
  if (cached !== undefined && cached.inputs[0] !== network && isOtherNetwork(cached.restPositions, restPositions)) session.camera = null;
  // An empty drawing begins at scale 1 in the middle of the stage.
  if (restPositions.length === 0) {
    session.camera = { scale: stepPixels, x: width / 2, y: height / 2 };
    session.fittedTo = session.size;
  }
  // Fit the camera to the drawing, below the text that covers the upper `headroom` pixels.
  const { headroom } = session;
  if (session.camera === null) {
    session.camera = shiftedDown(fitCamera(restPositions, width, height - headroom), headroom);
    session.fittedTo = session.size;
  }
  const { camera, gesture } = session;
  const offset = gesture?.is === "move" ? gesture.offset : null;
  // Place the network, unless all inputs are those of the cached placement.
  const inputs = [network, camera, offset, width, height];
  if (cached?.inputs.every((each, i) => each === inputs[i]) === true) return cached;
  const positions = offset === null ? restPositions : shiftPositions(restPositions, selectedSwitches, offset);
  const placement = {
    inputs,
    scene: placeManually(network, positions, camera, width, height),
    positions,
    restPositions,
    camera,
    switchSize: switchBoxSize(restPositions, camera, width),
  };
  placementCache.set(session, placement);
  return placement;
}

function shiftPositions(
  positions: SwitchPositions,
  movedSwitches: ReadonlySet<number>,
  [dx, dy]: readonly [number, number],
): SwitchPositions {
  const next = positions.slice();
  for (const s of movedSwitches) {
    next[2 * s] += dx;
    next[2 * s + 1] += dy;
  }
  return next;
}

/** Center of a switch, pixels. */
export function switchPoint({ positions, camera }: Pick<PlacedDrawing, "positions" | "camera">, s: number): readonly [number, number] {
  return [positions[2 * s] * camera.scale + camera.x, positions[2 * s + 1] * camera.scale + camera.y];
}

/** Minimum distance of a switch from the edges of the visible area, pixels. */
const minEdgeDistance = 24;

/** Clamps a point to the visible area: below the text, and on the stage. */
export function clampToStage({ headroom, size: [width, height] }: DrawingSession, [x, y]: StagePoint): StagePoint {
  const clamp = (value: number, from: number, to: number) => Math.max(from, Math.min(Math.max(from, to), value));
  return [clamp(x, minEdgeDistance, width - minEdgeDistance), clamp(y, headroom + minEdgeDistance, height - minEdgeDistance)];
}

/** Whether a point is on the stage. */
export function isOnStage({ size: [width, height] }: DrawingSession, [x, y]: StagePoint): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

/** Grid position of a point, in whole steps. */
export function gridPositionAt({ scale, x, y }: Camera, [px, py]: readonly [number, number]): readonly [number, number] {
  return [Math.round((px - x) / scale), Math.round((py - y) / scale)];
}

/** Switches in reading order: row by row, from left to right. */
export function inReadingOrder(switches: readonly number[], positions: SwitchPositions): readonly number[] {
  const row = (s: number) => Math.round(positions[2 * s + 1] / 8);
  return switches.toSorted((a, b) => row(a) - row(b) || positions[2 * a] - positions[2 * b] || a - b);
}

/** The camera zoomed by a factor about a point. */
export function zoomCamera({ scale, x, y }: Camera, factor: number, [px, py]: readonly [number, number]): Camera {
  const scaled = Math.max(0.05, Math.min(16, scale * factor));
  const ratio = scaled / scale;
  return { scale: scaled, x: px - (px - x) * ratio, y: py - (py - y) * ratio };
}

/**
 * Finds a free position for a new switch, in grid steps. It tries points on growing rings around the selected switch, or around the center
 * of the visible area if nothing is selected: first only positions that are visible, then any.
 */
export function freePosition({ selectedSwitches, session }: DrawingDraft, placement: PlacedDrawing): readonly [number, number] {
  const [selectedSwitch] = selectedSwitches;
  const [centerX, centerY] =
    selectedSwitch === undefined ? [session.size[0] / 2, (session.headroom + session.size[1]) / 2] : switchPoint(placement, selectedSwitch);
  const { switchSize, restPositions } = placement;
  const isFree = (x: number, y: number) => {
    for (let s = 0; s < restPositions.length / 2; s++) {
      const [switchX, switchY] = switchPoint(placement, s);
      if (Math.abs(switchX - x) < switchSize[0] + 46 && Math.abs(switchY - y) < switchSize[1] + 62) return false;
    }
    return true;
  };
  // The margins leave room for the name and the note that the switch is not connected.
  const isVisible = (x: number, y: number) => x > 56 && y > session.headroom + 30 && x < session.size[0] - 56 && y < session.size[1] - 76;
  for (const [mustBeVisible, maxRing] of [
    [true, 14],
    [false, 40],
  ] as const) {
    for (let ringIndex = 0; ringIndex < maxRing; ringIndex++) {
      for (let directionIndex = 0; directionIndex < Math.max(1, 8 * ringIndex); directionIndex++) {
        const angle = (directionIndex / Math.max(1, 8 * ringIndex)) * 2 * Math.PI;
        const [x, y] = [centerX + Math.cos(angle) * ringIndex * 40, centerY + Math.sin(angle) * ringIndex * 36];
        if (isFree(x, y) && (!mustBeVisible || isVisible(x, y))) return gridPositionAt(placement.camera, [x, y]);
      }
    }
  }
  return gridPositionAt(placement.camera, [centerX, centerY]);
}

/** Copies the selection to a free position nearby, and shows the whole drawing if the copy would be out of view. */
export function copySelectionNearby(
  { selectedSwitches, session }: DrawingDraft,
  placement: PlacedDrawing,
  actions: Pick<DrawingActions, "copySelection">,
): void {
  const [dx, dy] = freeOffset([...selectedSwitches], placement);
  const isVisible = [...selectedSwitches].every((s) => {
    const [x, y] = switchPoint(placement, s);
    const [px, py] = [x + dx * placement.camera.scale, y + dy * placement.camera.scale];
    return px > 20 && py > 20 && px < session.size[0] - 20 && py < session.size[1] - 20;
  });
  if (!isVisible) session.camera = null;
  actions.copySelection(dx, dy);
}

/**
 * Finds an offset, in grid steps, at which a copy of some switches overlaps no switch. It tries 16 directions at growing distances, and
 * otherwise places the copy beside or below the whole drawing.
 */
function freeOffset(switches: readonly number[], { restPositions, camera, switchSize }: PlacedDrawing): readonly [number, number] {
  // Positions are [x, y] of one switch after the other.
  const minDistances = [(switchSize[0] + 46) / camera.scale, (switchSize[1] + 44) / camera.scale];
  for (const radius of [32, 48, 66, 90, 130]) {
    for (let directionIndex = 0; directionIndex < 16; directionIndex++) {
      const [dx, dy] = [
        Math.round(Math.cos((directionIndex / 8) * Math.PI) * radius),
        Math.round(Math.sin((directionIndex / 8) * Math.PI) * radius * 0.8),
      ];
      const isFree = switches.every((s) => {
        const [x, y] = [restPositions[2 * s] + dx, restPositions[2 * s + 1] + dy];
        for (let otherSwitch = 0; otherSwitch < restPositions.length / 2; otherSwitch++) {
          if (
            Math.abs(restPositions[2 * otherSwitch] - x) < minDistances[0] &&
            Math.abs(restPositions[2 * otherSwitch + 1] - y) < minDistances[1]
          )
            return false;
        }
        return true;
      });
      if (isFree) return [dx, dy];
    }
  }
  // If no direction is free, the copy is below a wide drawing, or beside any other.
  const [copyBounds, drawingBounds] = [
    boundsOf(switches, restPositions),
    boundsOf([...restPositions.keys()].slice(0, restPositions.length / 2), restPositions),
  ];
  return drawingBounds.right - drawingBounds.left > 1.6 * (drawingBounds.low - drawingBounds.high)
    ? [0, Math.ceil(drawingBounds.low - copyBounds.high + minDistances[1])]
    : [Math.ceil(drawingBounds.right - copyBounds.left + minDistances[0]), 0];
}

/** Bounding box of some switches, in steps. */
function boundsOf(switches: readonly number[], positions: SwitchPositions) {
  const bounds = { left: Infinity, right: -Infinity, high: Infinity, low: -Infinity };
  for (const s of switches) {
    bounds.left = Math.min(bounds.left, positions[2 * s]);
    bounds.right = Math.max(bounds.right, positions[2 * s]);
    bounds.high = Math.min(bounds.high, positions[2 * s + 1]);
    bounds.low = Math.max(bounds.low, positions[2 * s + 1]);
  }
  return bounds;
}
