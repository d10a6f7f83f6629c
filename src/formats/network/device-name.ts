/**
 * What a managed switch is called, without what its maker puts around the name: `MF0;leaf 1:MQM9700/U1` is `leaf 1`. Where a director
 * has several chips of one name, they stay apart: `MF0;core:CS7500/L03/U1` stays as it is.
 */
export const deviceName = (name: string): string => /^MF0;([^;]+):[^:;/]+\/U1$/.exec(name)?.[1].trim() || name;
