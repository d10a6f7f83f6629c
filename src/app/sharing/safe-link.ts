/** Links longer than this are cut by some programs on the way; a file is safer. Characters. */
export const longestSafeLink = 8000;
