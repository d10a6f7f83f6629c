/** Components for links with rates or lengths, loaded with the first network that has any. */
export { LinkLine } from "./LinkLine.tsx";
export { LinkRateLegend } from "./LinkRateLegend.tsx";
