/** Version of the simulation engine. Only results of the same version are comparable. */

/**
 * Version of everything that determines a run, from the generation of traffic to the last grant. It is raised whenever the fingerprint of
 * any scenario changes, so that cached results of earlier versions are computed again.
 */
export const engineVersion = "3";
