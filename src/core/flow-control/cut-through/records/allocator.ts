/** Record of an allocator of links and switches. Behind its head stand the bits of its outputs, as in `allocators.ts`. */
import { listOwn } from "../request-lists.ts";

/** 1 while it is to be looked at. */
export const isDue = 0;
/** Its first virtual channel, and its channels. */
export const firstOutput = 1;
export const channelCount = 6;
/** The node, and where the inputs of that begin among all. */
export const node = 3;
export const inputsAt = 2;
/** The number that it draws by. */
export const drawsBy = 4;
/** The input that was served last. */
export const served = 5;
export const headLength = 8;

/** Of a list of candidates, beside those of `allocators.ts`: the kind of its fastest channel. */
export const listFastest = listOwn + 2;
