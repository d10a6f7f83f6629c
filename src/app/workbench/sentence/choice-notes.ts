/** Detailed notes on choices: a pictogram and the exact rule. Loaded with the components that show them. */
import type { ChoiceParam } from "../../../core/base/params.ts";
import { packetParams } from "../../../core/flow-control/packet-params.ts";
import { wormSelection } from "../../../core/flow-control/worm-selection.ts";
import type { PictogramData } from "../../pictogram/pictogram-data.ts";
import { type SelectionPicture, selectionPictogram } from "./selection-pictures.ts";

export interface ChoiceNote {
  readonly picture: PictogramData;
  /** The exact rule. */
  readonly exactly: string;
}

/** Notes on all choices of a parameter. */
export interface ChoiceNotes {
  /** How to read the pictograms. */
  readonly legend: string;
  readonly notes: Readonly<Record<string, ChoiceNote>>;
}

/** Notes on a parameter; undefined if its one-line descriptions suffice. */
export function notesOn(param: ChoiceParam): ChoiceNotes | undefined {
  return allNotes.get(param);
}

/** Notes that are complete: one for each choice. */
function completeNotes<C extends string>(
  param: ChoiceParam<C>,
  legend: string,
  of: Readonly<Record<C, ChoiceNote>>,
): [ChoiceParam, ChoiceNotes] {
  return [param as ChoiceParam, { legend, notes: of }];
}

const withPictogram = (content: SelectionPicture, exactly: string): ChoiceNote => ({ picture: selectionPictogram(content), exactly });

/** How to read the pictograms of selection rules. */
const selectionLegend =
  "Left: packets that wait. Right: outputs, with the queues at their far ends; grey is full. Arrow: the packet goes. Dashed line: it waits. Thin line: it might go. Ring: its choice is final. Bar: the output is busy.";

/** Notes on the selection rules that packet and wormhole switching share. */
const packetSelectionNotes = {
  shared: withPictogram(
    {
      occupiedSlots: [1, 0, 2],
      granted: [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    },
    "In each cycle, at each switch or for each group of interchangeable outputs of a tree, packets get outputs one after another, in the order of priority and arbitration, until no more can go. Among its outputs that are free and have credits, a packet gets the channel with the fewest phits in all queues behind it, there the virtual channel with the fewest, with ties broken as set. Escape channels come last. Queue lengths are those before this cycle.",
  ),
  "most-credits": withPictogram(
    {
      occupiedSlots: [1, 0, 2],
      granted: [[1, 1]],
      waiting: [
        [0, 1],
        [2, 1],
      ],
    },
    "In each cycle, a packet requests the channel with the fewest phits in all queues behind it, free or not, and there the virtual channel with the fewest; ties as set. Where the routing has escape channels, it requests a channel without credits only if none has credits. Arbitration decides among packets that request the same.",
  ),
  "queue-credits": withPictogram(
    {
      occupiedSlots: [
        [3, 0],
        [0, 0],
        [0, 1],
      ],
      granted: [[0, 0]],
      waiting: [
        [1, 0],
        [2, 0],
      ],
    },
    "In each cycle, a packet requests the virtual channel with the fewest phits in its queue, whether its channel is free or not; ties as set. Version 1 of the schema called this most credits, with ties to the first.",
  ),
  "best-free": withPictogram(
    {
      occupiedSlots: [1, 0, 2],
      busyOutputs: [1],
      granted: [[0, 0]],
      waiting: [
        [1, 0],
        [2, 0],
      ],
    },
    "In each cycle, a packet requests the virtual channel with the fewest phits in its queue among those whose channel is free and that have credits; ties as set. If there is none, it requests nothing.",
  ),
  sticky: withPictogram(
    {
      occupiedSlots: [3, 0, 1],
      busyOutputs: [0],
      granted: [[2, 2]],
      waiting: [
        [0, 0],
        [1, 0],
      ],
      finalChoices: [0, 1, 2],
    },
    "When its header reaches the head of its queue, a packet chooses the virtual channel with the fewest phits in its queue, free or not; ties as set. It requests no other until it has gone.",
  ),
  first: withPictogram(
    {
      occupiedSlots: [2, 0, 0],
      granted: [[0, 0]],
      waiting: [
        [1, 0],
        [2, 0],
      ],
    },
    "A packet requests the first virtual channel in the routing’s order of preference, free or not.",
  ),
  random: withPictogram(
    { occupiedSlots: [1, 0, 2], busyOutputs: [1], granted: [[1, 2]], possible: [[1, 0]] },
    "In each cycle, a packet requests one of the virtual channels whose channel is free and that have credits, each equally likely. If there is none, it requests nothing.",
  ),
  oblivious: withPictogram(
    {
      occupiedSlots: [1, 0, 2],
      busyOutputs: [1],
      waiting: [[1, 1]],
      possible: [
        [1, 0],
        [1, 2],
      ],
      finalChoices: [1],
    },
    "When its header reaches the head of its queue, a packet draws one of the virtual channels that the routing allows, free or not, each equally likely. It requests no other until it has gone.",
  ),
};

const allNotes: ReadonlyMap<ChoiceParam, ChoiceNotes> = new Map([
  completeNotes(packetParams.selection, selectionLegend, packetSelectionNotes),
  completeNotes(wormSelection, selectionLegend, {
    ...packetSelectionNotes,
    "one-drawn": withPictogram(
      {
        occupiedSlots: [1, [1, 0], 2],
        waiting: [[1, 1]],
        possible: [
          [1, 0],
          [1, 2],
        ],
        finalChoices: [1],
      },
      "When its header reaches the head of its queue, a packet draws one of the channels that the routing allows, free or not, each equally likely. From then on it requests, in each cycle, the virtual channel of this channel with the fewest phits in its queue among those that are free and have credits; ties as set.",
    ),
    "two-drawn": withPictogram(
      {
        occupiedSlots: [1, [1, 0], 3],
        waiting: [[1, 1]],
        possible: [[1, 2]],
        finalChoices: [1],
      },
      "When its header reaches the head of its queue, a packet draws two of the channels that the routing allows, perhaps the same twice, and takes the one with fewer phits in all queues behind it, the first if they are equal. From then on it requests its virtual channels as with one drawn.",
    ),
  }),
]);
