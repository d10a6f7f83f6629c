/** How many random cases a fuzzer tries: some in every `npm test`, many when `npm run test:all` asks for them. */

/** Whether many were asked for. */
export const isThorough = process.env["FABRICSCOPE_THOROUGH"] === "1";

/** That many cases usually, and that many on request: ten times as many, unless it is said. */
export function cases(usual: number, onRequest = 10 * usual): number {
  return isThorough ? onRequest : usual;
}
