/** What there is to tell of choices beside a line for each: a picture, and the rule to the letter. Fetched with what shows it. */
import type { ChoiceParam } from "../../../core/base/params.ts";
import { packetParams } from "../../../core/flow-control/packet-params.ts";
import type { Picture } from "./picture.ts";
import { type Handing, pictureOfHanding } from "./selection-pictures.ts";

export interface ChoiceNote {
  readonly picture: Picture;
  /** The exact conditions. */
  readonly exactly: string;
}

/** The notes on all choices of a parameter. */
export interface ChoiceNotes {
  /** How the pictures are read. */
  readonly legend: string;
  readonly of: Readonly<Record<string, ChoiceNote>>;
}

/** The notes on a parameter, or undefined where a line for each choice says it all. */
export function notesOn(param: ChoiceParam): ChoiceNotes | undefined {
  return all.get(param);
}

/** A note for each choice there is. */
function notes<C extends string>(param: ChoiceParam<C>, legend: string, of: Readonly<Record<C, ChoiceNote>>): [ChoiceParam, ChoiceNotes] {
  return [param as ChoiceParam, { legend, of }];
}

const hands = (handing: Handing, exactly: string): ChoiceNote => ({ picture: pictureOfHanding(handing), exactly });

const all: ReadonlyMap<ChoiceParam, ChoiceNotes> = new Map([
  notes(
    packetParams.selection,
    "Left, packets that wait; right, outputs, with the queues at their far ends: grey is full. Arrow: the packet goes. Dashed: it waits. Fine: it might go. Ring: it has chosen for good. Bar: the output is busy.",
    {
      shared: hands(
        {
          full: [1, 0, 2],
          done: [
            [0, 0],
            [1, 1],
            [2, 2],
          ],
        },
        "In each cycle and at each switch, or for each group of interchangeable outputs of a tree, packets get outputs one after the other, in the order of priority and arbitration, until no more can go. Each gets, of its outputs that are still free and have room, the channel with the fewest phits in all queues behind it; of that, the virtual channel with the fewest; then by ties. Escape channels come last. How full queues are is as earlier cycles left them.",
      ),
      "most-credits": hands(
        {
          full: [1, 0, 2],
          done: [[1, 1]],
          awaited: [
            [0, 1],
            [2, 1],
          ],
        },
        "In each cycle anew, a packet asks for the channel with the fewest phits in all queues behind it, free or not; of that, the virtual channel with the fewest; ties as set. Where the routing has escape channels, one without room is asked for only when all are. Arbitration decides among those that ask for the same.",
      ),
      "queue-credits": hands(
        {
          full: [
            [3, 0],
            [0, 0],
            [0, 1],
          ],
          done: [[0, 0]],
          awaited: [
            [1, 0],
            [2, 0],
          ],
        },
        "In each cycle anew, a packet asks for the virtual channel with the fewest phits in its queue, whether its channel is free or not; ties as set. This is what version 1 of the schema called most credits, with ties to the first.",
      ),
      "best-free": hands(
        {
          full: [1, 0, 2],
          busy: [1],
          done: [[0, 0]],
          awaited: [
            [1, 0],
            [2, 0],
          ],
        },
        "In each cycle anew, a packet asks for the virtual channel with the fewest phits in its queue, of those whose channel is free and whose queue has room; ties as set. Where there is none it asks for nothing.",
      ),
      sticky: hands(
        {
          full: [3, 0, 1],
          busy: [0],
          done: [[2, 2]],
          awaited: [
            [0, 0],
            [1, 0],
          ],
          tied: [0, 1, 2],
        },
        "When its header gets to the front, a packet chooses the virtual channel with the fewest phits in its queue, free or not; ties as set. It asks for no other one until it has gone.",
      ),
      first: hands(
        {
          full: [2, 0, 0],
          done: [[0, 0]],
          awaited: [
            [1, 0],
            [2, 0],
          ],
        },
        "A packet asks for the first virtual channel in the routing’s order of preference, free or not.",
      ),
      random: hands(
        { full: [1, 0, 2], busy: [1], done: [[1, 2]], possible: [[1, 0]] },
        "In each cycle anew, a packet asks for one of the virtual channels whose channel is free and whose queue has room, each as likely as the others. Where there is none it asks for nothing.",
      ),
      oblivious: hands(
        {
          full: [1, 0, 2],
          busy: [1],
          awaited: [[1, 1]],
          possible: [
            [1, 0],
            [1, 2],
          ],
          tied: [1],
        },
        "When its header gets to the front, a packet draws one of the virtual channels that the routing allows, free or not, each as likely as the others. It asks for no other one until it has gone.",
      ),
    },
  ),
]);
