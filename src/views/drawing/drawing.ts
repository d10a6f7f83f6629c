/** The stage as an editor of networks. Loads of the last run stay visible while the network is edited. */
import "./drawing.css";
import type { View, ViewData } from "../contract.ts";
import { countLinked } from "../../core/network/network.ts";
import { drawMarks, ensureLayer, type Mark } from "../marks/marks.ts";
import { tableOfChannels } from "../readings/channel-table.ts";
import { shownLoadsOf } from "../readings/loads.ts";
import { clearScene, showScene, tint } from "../stage/paint/incremental-painting.ts";
import { asFast } from "../stage/paint/nonuniform-channels.ts";
import { stageMarks } from "../stage/paint/paint.ts";
import type { SceneTones } from "../stage/paint/paint-canvas.ts";
import { currentPacketsPerDot, paintMovingPackets } from "../stage/paint/packets.ts";
import { isTooLargeForSvg } from "../stage/scene.ts";
import { fullViewport } from "../stage/viewport.ts";
import { countOf } from "../../words/numbers.ts";
import type { DrawingDraft } from "./contract.ts";
import { switchName } from "./names.ts";
import { drawingEmptyMessage } from "./empty-message.ts";
import { bindDrawing, type EditorContext } from "./pointer-controller.ts";
import { overlayMarks } from "./overlay.ts";
import { type PlacedDrawing, placeDraft } from "./place-draft.ts";
import { frameForDraft, remapLinks } from "./remap.ts";

interface DrawingMarks {
  readonly draft: DrawingDraft;
  readonly placement: PlacedDrawing;
  readonly marks: readonly Mark[];
  readonly overlay: readonly Mark[];
  readonly crowdedScene: SceneTones | null;
}

const emptyHighlight = { channels: new Set<number>(), switches: new Set<number>(), terminals: new Set<number>() };

/** The data of the page, with the network in its edited state. */
function editedData(data: ViewData, draft: DrawingDraft): ViewData {
  const { network } = draft;
  const frame = frameForDraft(draft, data);
  const links = remapLinks(network, data.network, data.links);
  return { ...data, network, frame, links, selected: { is: "nothing" }, selectedChannel: -1, highlight: emptyHighlight };
}

export const drawingView: View<DrawingMarks | null> = {
  id: "drawing",
  title: "Drawing",
  region: "stage",
  enlargement: "by width",
  emptyMessage: drawingEmptyMessage,

  summary({ draft }) {
    if (draft === undefined) return "Nothing is drawn.";
    const { terminals, links } = countLinked(draft.network);
    const { switches } = draft.network;
    return `Drawing: ${countOf(switches, "switch", "switches")}, ${countOf(terminals, "terminal", "terminals")}, ${countOf(links, "link", "links")} between switches. ${
      switches === 0 ? "Double-click the background, or press N, to add a switch." : ""
    }`;
  },

  keys: "N adds a switch. Tab goes from switch to switch. L, Tab and Enter add a link. Plus and minus change the number of terminals, arrow keys move the selection, C copies it, E opens its card, Delete removes it, Enter renames it. F shows the whole drawing, D ends drawing.",

  layout(data, canvas) {
    const { draft } = data;
    if (draft === undefined || canvas.width < 1 || canvas.height < 1) return null;
    const edited = editedData(data, draft);
    const plainPlacement = placeDraft(draft, canvas.width, canvas.height);
    const placement = { ...plainPlacement, scene: asFast(plainPlacement.scene, edited) };
    const loads = shownLoadsOf(edited);
    const tinted = isTooLargeForSvg(placement.scene) ? tint(placement.scene, edited, loads) : null;
    return {
      draft,
      placement,
      marks: stageMarks(placement.scene, edited, loads, canvas, tinted !== null),
      overlay: overlayMarks(draft, placement, canvas),
      crowdedScene: tinted,
    };
  },

  paint(content, context, canvas) {
    if (content === null || content.crowdedScene === null) {
      clearScene(context, canvas);
      return false;
    }
    const { crowdedScene, placement } = content;
    showScene({ scene: placement.scene, tones: crowdedScene, viewport: fullViewport, theme: canvas.theme }, fullViewport, context, canvas);
    return true;
  },

  move(content, data, context, canvas) {
    if (content === null || content.draft.session.gesture?.is === "move") return false;
    const edited = editedData(data, content.draft);
    const packetsPerDot = currentPacketsPerDot(content.placement.scene, edited);
    return packetsPerDot > 0 && paintMovingPackets(content.placement.scene, edited, packetsPerDot, context, canvas);
  },

  /**
   * Draws the marks of the network being edited and, above them, the overlay of selection, handles and gesture, which ignores the pointer.
   * Then binds the pointer and keyboard controllers to the new state, and writes two values to the surrounding box: the position of the
   * background for CSS, and the target of a link being drawn for screen readers.
   */
  draw(content, group, canvas, actions) {
    drawMarks(content?.marks ?? [], ensureLayer(group, "marks"));
    const overlay = ensureLayer(group, "over");
    overlay.setAttribute("pointer-events", "none");
    drawMarks(content?.overlay ?? [], overlay);
    if (content === null || actions.drawing === undefined) return;
    const { draft, placement } = content;
    const target: EditorContext = { draft, placement, actions: actions.drawing, frameLoop: canvas.frameLoop };
    bindDrawing(target, group, canvas.width, canvas.height);
    const box = group.closest<HTMLElement>(".view-box");
    if (box === null) return;
    // The dots of the background move with the drawing.
    box.style.setProperty("--ground-x", `${placement.camera.x}px`);
    box.style.setProperty("--ground-y", `${placement.camera.y}px`);
    // Target of a link being drawn, for screen readers.
    const { gesture } = draft.session;
    const linkTargetName = gesture?.is === "link" && gesture.targetSwitch !== null ? switchName(draft, gesture.targetSwitch) : "";
    if (box.dataset["to"] !== linkTargetName) box.dataset["to"] = linkTargetName;
  },

  table: (data) => tableOfChannels(data.draft === undefined ? data : editedData(data, data.draft)),
};
