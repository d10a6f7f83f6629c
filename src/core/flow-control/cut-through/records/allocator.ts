/** Fields of an allocator's record in the engine for links and switches (`switched.ts`), as word offsets. */
import { listEngineWords } from "../candidate-lists.ts";

/** 1 while the allocator is in the list of due allocators. */
export const isDue = 0;
/** First virtual channel of the allocator, and the number of its channels. */
export const firstVc = 1;
export const allocatorChannels = 6;
/** Node of the allocator, and the start of that node's inputs among all inputs. */
export const node = 3;
export const inputsAt = 2;
/** Key of the allocator's random draws. */
export const drawKey = 4;
/** Queue that was served last. */
export const lastServedQueue = 5;
/** Start of the allocator's output masks: free, credit and so on, as in `allocators.ts`. */
export const masksAt = 8;

/** Field of a candidate list, in addition to those in `allocators.ts`: the rate kind of its fastest channel. */
export const listFastestKind = listEngineWords + 2;
