/** Times of runs in seconds. */
export { secondsOf } from "./rows.ts";
