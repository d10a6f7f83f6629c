/** Record of an allocator of links and switches. */
import { listOwn } from "../request-lists.ts";

/** 1 while it is due. */
export const isDue = 0;
/** Its first virtual channel, and the number of its channels. */
export const firstVc = 1;
export const channels = 6;
/** The node, and where the inputs of that node begin among all inputs. */
export const node = 3;
export const inputsAt = 2;
/** The number that its random draws are hashed with. */
export const drawKey = 4;
/** The input that was served last. */
export const served = 5;
/** Where the bits of its outputs begin: free, credited, requested and so on, as in `allocators.ts`. */
export const outputBits = 8;

/** Of a list of candidates, beside the numbers of `allocators.ts`: the kind of its fastest channel. */
export const listFastest = listOwn + 2;
