/** Some programs cut longer links, so a file is safer. Characters. */
export const maxSafeLinkLength = 8000;
