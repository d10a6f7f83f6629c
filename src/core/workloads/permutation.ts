import { integer, kindChoice } from "../base/params.ts";
import { patterns } from "../patterns/registry.ts";
import { prefixPaths } from "./job/job.ts";
import { programWorkload, programParams } from "./program.ts";
import { checkRelaying, planPermutation, relayParams, writePermutation, writeSetUp } from "./relayed-permutation.ts";

/** Maximum number of messages of all ranks in all rounds, not counting relays; they are written in a few seconds. */
const maxMessages = 2 ** 19;

/** The draw for a rank's destination has no effect, because in a permutation a rank has only one destination. */
const anyDraw = 0;

export const permutationProgram = programWorkload({
  id: "permutation",
  title: "permutation",
  article: "",
  summary: "Every rank sends one message to one other rank, once or in several rounds, directly or relayed by a third rank.",
  source: "Chakaravarthy, Jain, Sabharwal (torus transpose), §1, §4; Dally, Towles (2004), §3.2",
  params: {
    pattern: kindChoice(patterns, {
      title: "Permutation",
      help: "Which rank sends to which; the pattern must be a permutation.",
      default: "random-permutation",
    }),
    ...programParams,
    rounds: integer({
      title: "Rounds",
      word: "# rounds|# round",
      help: "Number of times that each rank sends its message. A rank starts the next round when it has received the message of the current one.",
      min: 1,
      max: 64,
      default: 1,
    }),
    ...relayParams,
  },
  phrase: "a {title} of {message}, {pattern}, {part}",
  examples: [
    { ranks: 7, message: "300 B" },
    { pattern: "complement", ranks: 8, rounds: 3, message: "100 B", mapping: "random" },
    { pattern: "bit-reversal", ranks: 16, setUp: true },
  ],
  validRanks: "a number for which the pattern exists",
  largestRanks({ pattern: { kind } }, maxRanks) {
    const { reasonUnsupported } = patterns.get(kind);
    for (let ranks = maxRanks; ranks > 1; ranks--) if (reasonUnsupported(ranks) === null) return ranks;
    return 0;
  },
  visits: (_, { terminals }) => terminals,
  bytes: ({ message, rounds }, ranks) => message * ranks * rounds,
  check(values, ranks, _conditions, site) {
    const { kind, values: patternValues } = values.pattern;
    const { isPermutation, check, title } = patterns.get(kind);
    if (!isPermutation) {
      const message = `${title} is not a permutation: a rank has more than one destination, or two ranks have the same destination.`;
      return [{ path: "pattern.kind", message, remedy: "Choose a permutation.", nearest: "random-permutation" }];
    }
    const patternIssues = check(patternValues, ranks);
    if (patternIssues.length > 0) return prefixPaths("pattern", patternIssues);
    const messages = values.rounds * ranks;
    if (messages <= maxMessages) return checkRelaying(values, ranks, values.rounds, site);
    const nearest = Math.floor(maxMessages / ranks);
    const format = (count: number) => count.toLocaleString("en-US");
    const message = `this would be ${format(messages)} messages; at most ${format(maxMessages)} are simulated.`;
    return [{ path: "rounds", message, remedy: `Use ${nearest} or less.`, nearest }];
  },
  prepare(values, writing) {
    const { kind, values: patternValues } = values.pattern;
    const destinationOf = patterns.get(kind).compile(patternValues, writing.ranks);
    const partner = Int32Array.from({ length: writing.ranks }, (_, rank) => destinationOf(rank, anyDraw));
    return planPermutation(partner, () => values.message, values, writing);
  },
  writeRank(values, rank, writing, permutation) {
    if (values.setUp) writeSetUp(1, rank, writing);
    for (let round = 0; round < values.rounds; round++) {
      if (values.setUp || values.rounds > 1) writing.write.phase(`round ${round + 1}`);
      writePermutation(permutation, values, rank, round, writing);
    }
  },
});
