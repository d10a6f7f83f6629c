/** Maximum length of a safe link in characters. Some programs cut longer links, so a file is safer. */
export const maxSafeLinkLength = 8000;
