/** The stage as an editor of networks. Loads of the last run stay visible while the network is edited. */
import "./drawing.css";
import type { View, ViewData } from "../contract.ts";
import { drawnIn } from "../../core/network/network.ts";
import { drawMarks, layerOf, type Mark } from "../marks/marks.ts";
import { channelTable } from "../readings/channel-table.ts";
import { flowingIn } from "../readings/loads.ts";
import { clearScene, showScene, tint } from "../stage/paint/easel.ts";
import { asFast } from "../stage/paint/unlike.ts";
import { paint } from "../stage/paint/paint.ts";
import type { Tinted } from "../stage/paint/paint-canvas.ts";
import { dotsOf, movePackets } from "../stage/paint/packets.ts";
import { isCrowded } from "../stage/scene.ts";
import { whole } from "../stage/viewport.ts";
import { countOf } from "../../words/numbers.ts";
import type { Draft } from "./contract.ts";
import { nameOn } from "./names.ts";
import { needsDraft } from "./needs.ts";
import { takeHand, type Target } from "./hand.ts";
import { overlayMarks } from "./overlay.ts";
import { type Placed, placeDraft } from "./place.ts";
import { frameOn, linksFor } from "./remap.ts";

interface Drawn {
  readonly draft: Draft;
  readonly placed: Placed;
  readonly marks: readonly Mark[];
  readonly over: readonly Mark[];
  readonly tinted: Tinted | null;
}

const nobody = { channels: new Set<number>(), switches: new Set<number>(), terminals: new Set<number>() };

/** The data of the page, with the network in its edited state. */
function dataOf(data: ViewData, draft: Draft): ViewData {
  const { network } = draft;
  const frame = frameOn(draft, data);
  const links = linksFor(network, data.network, data.links);
  return { ...data, network, frame, links, selected: { is: "nothing" }, selectedChannel: -1, highlight: nobody };
}

export const drawing: View<Drawn | null> = {
  id: "drawing",
  title: "Drawing",
  place: "stage",
  grows: "by width",
  needs: needsDraft,

  summary({ draft }) {
    if (draft === undefined) return "Nothing is drawn.";
    const { terminals, links } = drawnIn(draft.network);
    const { switches } = draft.network;
    return `Drawing: ${countOf(switches, "switch", "switches")}, ${countOf(terminals, "terminal", "terminals")}, ${countOf(links, "link", "links")} between switches. ${
      switches === 0 ? "Double-click the ground, or press N, for a switch." : ""
    }`;
  },

  keys: "N adds a switch. Tab goes from switch to switch. L, Tab and Enter link. Plus and minus change terminals, arrow keys move, C copies, E goes to the card of what is chosen, Delete removes, Enter names, F shows all, D ends drawing.",

  layout(data, canvas) {
    const { draft } = data;
    if (draft === undefined || canvas.width < 1 || canvas.height < 1) return null;
    const own = dataOf(data, draft);
    const bare = placeDraft(draft, canvas.width, canvas.height);
    const placed = { ...bare, scene: asFast(bare.scene, own) };
    const loads = flowingIn(own);
    const tinted = isCrowded(placed.scene) ? tint(placed.scene, own, loads) : null;
    return {
      draft,
      placed,
      marks: paint(placed.scene, own, loads, canvas, tinted !== null),
      over: overlayMarks(draft, placed, canvas),
      tinted,
    };
  },

  paint(drawn, onto, canvas) {
    if (drawn === null || drawn.tinted === null) {
      clearScene(onto, canvas);
      return false;
    }
    const { tinted, placed } = drawn;
    showScene({ scene: placed.scene, tinted, viewport: whole, theme: canvas.theme }, whole, onto, canvas);
    return true;
  },

  move(drawn, data, onto, canvas) {
    if (drawn === null || drawn.draft.session.held?.is === "move") return false;
    const own = dataOf(data, drawn.draft);
    const perDot = dotsOf(drawn.placed.scene, own);
    return perDot > 0 && movePackets(drawn.placed.scene, own, perDot, onto, canvas);
  },

  draw(drawn, into, canvas, act) {
    drawMarks(drawn?.marks ?? [], layerOf(into, "marks"));
    const over = layerOf(into, "over");
    over.setAttribute("pointer-events", "none");
    drawMarks(drawn?.over ?? [], over);
    if (drawn === null || act.draw === undefined) return;
    const { draft, placed } = drawn;
    const target: Target = { draft, placed, act: act.draw, frameLoop: canvas.frameLoop };
    takeHand(target, into, canvas.width, canvas.height);
    const box = into.closest<HTMLElement>(".view-box");
    if (box === null) return;
    // The dots of the background move with the drawing.
    box.style.setProperty("--ground-x", `${placed.camera.x}px`);
    box.style.setProperty("--ground-y", `${placed.camera.y}px`);
    // Target of a link being drawn, for screen readers.
    const { held } = draft.session;
    const to = held?.is === "link" && held.to !== null ? nameOn(draft, held.to) : "";
    if (box.dataset["to"] !== to) box.dataset["to"] = to;
  },

  table: (data) => channelTable(data.draft === undefined ? data : dataOf(data, data.draft)),
};
