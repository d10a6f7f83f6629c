/** What the page says of links that are not plain: fetched with the first network that has such. */
export { LinkLine } from "./LinkLine.tsx";
export { RateKey } from "./RateKey.tsx";
