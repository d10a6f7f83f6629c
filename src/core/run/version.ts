/** Which runs are comparable: those made by the same version of the engine. */

/**
 * Edition of everything that decides a run, from the traffic drawn to the last grant. It is raised whenever any
 * scenario's fingerprint changes, so that results kept by an older edition are computed anew.
 */
export const engineVersion = "3";
