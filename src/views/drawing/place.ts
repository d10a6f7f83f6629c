/** Placement of a drawing being edited, including switches that are being moved. */
import { type Camera, fitted, placeByHand, sizeOfSwitches } from "../stage/layouts/by-hand.ts";
import { standingIn } from "../stage/layouts/all-layouts.ts";
import { type Standing, stepPixels } from "../stage/layouts/standing.ts";
import type { Scene } from "../stage/scene.ts";
import type { Draft, DrawingActions } from "./contract.ts";
import type { At, DrawingSession } from "./session.ts";

/** A placed drawing as it is visible now. */
export interface Placed {
  readonly scene: Scene;
  readonly standing: Standing;
  /** Positions without the move under way. */
  readonly before: Standing;
  readonly camera: Camera;
  /** Size of a switch, pixels. */
  readonly size: readonly [width: number, height: number];
}

interface Kept extends Placed {
  readonly of: readonly unknown[];
}

const kept = new WeakMap<object, Kept>();

type Room = readonly [width: number, height: number];

/** Whether the width has changed by more than 10 %. The height depends on the text above, which is not the user's doing. */
const isOther = ([wide]: Room, [width]: Room) => Math.abs(width - wide) > 0.1 * wide;

/** Space for name and terminals below the lowest switch, pixels. */
const below = 40;

/** Whether a lower stage hides the lowest switches of a drawing that was visible in full. */
function isCut(standing: Standing, { scale, y }: Camera, [, high]: Room, [, height]: Room): boolean {
  if (height >= high) return false;
  for (let s = 1; s < standing.length; s += 2) if (standing[s] * scale + y > height - below) return true;
  return false;
}

/** Whether the text above covers the highest switches of a drawing that was visible in full. */
function isCovered(standing: Standing, { scale, y }: Camera, headroom: number): boolean {
  for (let s = 1; s < standing.length; s += 2) if (standing[s] * scale + y < headroom) return true;
  return false;
}

/**
 * Keeps the drawing at its position on the page while text above moves its upper edge, so that the hovered object stays under the pointer.
 */
function keepInPlace(session: DrawingSession, width: number, height: number): void {
  const { room, camera, topNow } = session;
  session.room = [width, height];
  if (height === room[1] || topNow === null) return;
  const top = topNow();
  if (width === room[0] && camera !== null) session.camera = lowered(camera, session.top - top);
  session.top = top;
}

const lowered = (camera: Camera, by: number): Camera => ({ ...camera, y: camera.y + by });

/**
 * Whether the network is an entirely different one, as after an undo of its first drawing: the number of switches differs, and most are at
 * other positions.
 */
function isAnother(was: Standing, now: Standing): boolean {
  if (was.length === now.length) return false;
  if (was.length === 0) return now.length > 2;
  const places = new Set(Array.from({ length: was.length / 2 }, (_, s) => `${was[2 * s]} ${was[2 * s + 1]}`));
  let same = 0;
  for (let s = 0; s < now.length / 2; s++) if (places.has(`${now[2 * s]} ${now[2 * s + 1]}`)) same++;
  return 4 * same < Math.min(was.length, now.length);
}

/** Places a drawing. The result is cached until anything moves. */
export function placeDraft({ network, chosen, session }: Draft, width: number, height: number): Placed {
  const before = standingIn(network);
  keepInPlace(session, width, height);
  const known = kept.get(session);
  const { fittedTo, camera: seen } = session;
  if (fittedTo !== null && isOther(fittedTo, session.room)) session.camera = null;
  const isUnseen = (camera: Camera, shown: Room) =>
    isCut(before, camera, shown, session.room) || (height < shown[1] && isCovered(before, camera, session.headroom));
  if (fittedTo !== null && seen !== null && session.held === null && isUnseen(seen, fittedTo)) session.camera = null;
  if (known !== undefined && known.of[0] !== network && isAnother(known.before, before)) session.camera = null;
  // Once visible, the drawing keeps its camera while switches are added and removed. A new drawing begins at scale 1.
  if (before.length === 0) {
    session.camera = { scale: stepPixels, x: width / 2, y: height / 2 };
    session.fittedTo = session.room;
  }
  const { headroom } = session;
  if (session.camera === null) {
    session.camera = lowered(fitted(before, width, height - headroom), headroom);
    session.fittedTo = session.room;
  }
  const { camera, held } = session;
  const by = held?.is === "move" ? held.by : null;
  const of = [network, camera, by, width, height];
  if (known?.of.every((each, i) => each === of[i]) === true) return known;
  const standing = by === null ? before : shifted(before, chosen, by);
  const placed = {
    of,
    scene: placeByHand(network, standing, camera, width, height),
    standing,
    before,
    camera,
    size: sizeOfSwitches(before, camera, width),
  };
  kept.set(session, placed);
  return placed;
}

function shifted(standing: Standing, chosen: ReadonlySet<number>, [dx, dy]: readonly [number, number]): Standing {
  const next = standing.slice();
  for (const s of chosen) {
    next[2 * s] += dx;
    next[2 * s + 1] += dy;
  }
  return next;
}

/** Center of a switch, pixels. */
export function pointOf({ standing, camera }: Pick<Placed, "standing" | "camera">, s: number): readonly [number, number] {
  return [standing[2 * s] * camera.scale + camera.x, standing[2 * s + 1] * camera.scale + camera.y];
}

/** Minimum distance of a switch from the edges of the visible area, pixels. */
const edge = 24;

/** Clamps a point to the visible area: below the text, and on the stage. */
export function inSight({ headroom, room: [width, height] }: DrawingSession, [x, y]: At): At {
  const within = (value: number, from: number, to: number) => Math.max(from, Math.min(Math.max(from, to), value));
  return [within(x, edge, width - edge), within(y, headroom + edge, height - edge)];
}

/** Whether a point is on the stage. */
export function isOnStage({ room: [width, height] }: DrawingSession, [x, y]: At): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

/** Grid position of a point, in whole steps. */
export function placeAt({ scale, x, y }: Camera, [px, py]: readonly [number, number]): readonly [number, number] {
  return [Math.round((px - x) / scale), Math.round((py - y) / scale)];
}

/** Switches in reading order: row by row, from left to right. */
export function asRead(list: readonly number[], standing: Standing): readonly number[] {
  const row = (s: number) => Math.round(standing[2 * s + 1] / 8);
  return list.toSorted((a, b) => row(a) - row(b) || standing[2 * a] - standing[2 * b] || a - b);
}

/** The camera zoomed by a factor about a point. */
export function zoomed({ scale, x, y }: Camera, by: number, [px, py]: readonly [number, number]): Camera {
  const next = Math.max(0.05, Math.min(16, scale * by));
  const factor = next / scale;
  return { scale: next, x: px - (px - x) * factor, y: py - (py - y) * factor };
}

/** A free position for a new switch: near the selection, otherwise near the center of the visible area. */
export function freePlace({ chosen, session }: Draft, placed: Placed): readonly [number, number] {
  const [first] = chosen;
  const [cx, cy] = first === undefined ? [session.room[0] / 2, (session.headroom + session.room[1]) / 2] : pointOf(placed, first);
  const { size, before } = placed;
  const isFree = (x: number, y: number) => {
    for (let s = 0; s < before.length / 2; s++) {
      const [sx, sy] = pointOf(placed, s);
      if (Math.abs(sx - x) < size[0] + 46 && Math.abs(sy - y) < size[1] + 62) return false;
    }
    return true;
  };
  // The margins leave room for the name and the note that the switch is not connected.
  const isSeen = (x: number, y: number) => x > 56 && y > session.headroom + 30 && x < session.room[0] - 56 && y < session.room[1] - 76;
  for (const [mustBeSeen, reach] of [
    [true, 14],
    [false, 40],
  ] as const) {
    for (let ring = 0; ring < reach; ring++) {
      for (let k = 0; k < Math.max(1, 8 * ring); k++) {
        const angle = (k / Math.max(1, 8 * ring)) * 2 * Math.PI;
        const [x, y] = [cx + Math.cos(angle) * ring * 40, cy + Math.sin(angle) * ring * 36];
        if (isFree(x, y) && (!mustBeSeen || isSeen(x, y))) return placeAt(placed.camera, [x, y]);
      }
    }
  }
  return placeAt(placed.camera, [cx, cy]);
}

/** Copies the selection to a free position nearby, and shows the whole drawing if the copy would be out of view. */
export function copyBeside({ chosen, session }: Draft, placed: Placed, act: Pick<DrawingActions, "copy">): void {
  const [dx, dy] = roomBeside([...chosen], placed);
  const isSeen = [...chosen].every((s) => {
    const [x, y] = pointOf(placed, s);
    const [px, py] = [x + dx * placed.camera.scale, y + dy * placed.camera.scale];
    return px > 20 && py > 20 && px < session.room[0] - 20 && py < session.room[1] - 20;
  });
  if (!isSeen) session.camera = null;
  act.copy(dx, dy);
}

/** Offset at which a copy of some switches overlaps nothing, in steps. */
function roomBeside(list: readonly number[], { before, camera, size }: Placed): readonly [number, number] {
  const room = [(size[0] + 46) / camera.scale, (size[1] + 44) / camera.scale];
  for (const radius of [32, 48, 66, 90, 130]) {
    for (let k = 0; k < 16; k++) {
      const [dx, dy] = [Math.round(Math.cos((k / 8) * Math.PI) * radius), Math.round(Math.sin((k / 8) * Math.PI) * radius * 0.8)];
      const isFree = list.every((s) => {
        const [x, y] = [before[2 * s] + dx, before[2 * s + 1] + dy];
        for (let o = 0; o < before.length / 2; o++) {
          if (Math.abs(before[2 * o] - x) < room[0] && Math.abs(before[2 * o + 1] - y) < room[1]) return false;
        }
        return true;
      });
      if (isFree) return [dx, dy];
    }
  }
  // Otherwise next to the whole drawing, on its shorter side.
  const [own, all] = [boxOf(list, before), boxOf([...before.keys()].slice(0, before.length / 2), before)];
  return all.right - all.left > 1.6 * (all.low - all.high)
    ? [0, Math.ceil(all.low - own.high + room[1])]
    : [Math.ceil(all.right - own.left + room[0]), 0];
}

/** Bounding box of some switches, in steps. */
function boxOf(list: readonly number[], standing: Standing) {
  const box = { left: Infinity, right: -Infinity, high: Infinity, low: -Infinity };
  for (const s of list) {
    box.left = Math.min(box.left, standing[2 * s]);
    box.right = Math.max(box.right, standing[2 * s]);
    box.high = Math.min(box.high, standing[2 * s + 1]);
    box.low = Math.max(box.low, standing[2 * s + 1]);
  }
  return box;
}
