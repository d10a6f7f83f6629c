/** How what hops touch is read ahead on any network. */

/** Hops whose memory is read ahead together: it fits into the second cache. */
export const batch = 256;
/** Allocators due in a cycle, beyond which they are put in the order of memory: in smaller networks all is near enough. */
export const many = 512;
