/**
 * Name of a managed switch without the decoration of its vendor: `MF0;leaf 1:MQM9700/U1` becomes `leaf 1`. The chips of a director switch
 * share a name, so `MF0;core:CS7500/L03/U1` stays as it is.
 */
export const deviceName = (name: string): string => /^MF0;([^;]+):[^:;/]+\/U1$/.exec(name)?.[1].trim() || name;
