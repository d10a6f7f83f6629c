import { kindChoice, list, number, record } from "../base/params.ts";
import { mix } from "../base/random.ts";
import { definePattern } from "./contract.ts";
import { basePatterns } from "./base-patterns.ts";

export const mixture = definePattern({
  id: "mixture",
  title: "mixture",
  article: "a",
  summary: "Each packet follows one of several patterns, chosen at random by weight.",
  source: "Navaridas et al., Simul. Model. Pract. Theory 19 (2011) (INSEE)",
  params: {
    parts: list(
      record(
        {
          weight: number({
            title: "Weight",
            help: "How often this pattern is chosen, relative to the other patterns; shares are rounded to 1/65536.",
            min: 0.1,
            max: 100,
            step: 0.1,
            default: 1,
          }),
          pattern: kindChoice(basePatterns, { title: "Pattern", help: "Which terminal sends to which in this part.", default: "uniform" }),
        },
        { title: "Pattern", help: "One part of the mixture." },
      ),
      {
        title: "Patterns",
        help: "The patterns of the mixture, with their weights.",
        minLength: 1,
        maxLength: 8,
        separator: "; ",
        default: [
          { weight: 1, pattern: { kind: "uniform", values: {} } },
          { weight: 1, pattern: { kind: "shift", values: { amount: 1 } } },
        ],
      },
    ),
  },
  phrase: "{title} of {parts}",
  examples: [
    {},
    {
      parts: [
        { weight: 3, pattern: { kind: "hot-spot", share: 0.5, terminal: 1 } },
        { weight: 0.5, pattern: { kind: "shift", amount: 3 } },
        { pattern: "butterfly" },
      ],
    },
  ],
  isPermutation: false,
  onRanks: ({ parts }, rankOf) => ({
    parts: parts.map(({ weight, pattern: chosen }, i) => {
      const { onRanks } = basePatterns.get(chosen.kind);
      const mapTerminal = (terminal: number, path: string) => rankOf(terminal, `parts.${i}.pattern.${path}`);
      return { weight, pattern: { ...chosen, values: onRanks?.(chosen.values, mapTerminal) ?? chosen.values } };
    }),
  }),
  reasonUnsupported: (terminals) => (terminals > 1 ? null : "needs at least two terminals"),
  check: ({ parts }, terminals) =>
    parts.flatMap(({ pattern: { kind, values } }, i) => {
      const path = `parts.${i}.pattern`;
      const part = basePatterns.get(kind);
      const reason = part.reasonUnsupported(terminals);
      if (reason !== null) {
        return [
          { path, message: `${part.title} ${reason}.`, remedy: "Choose another pattern, or another network size.", nearest: "uniform" },
        ];
      }
      return part.check(values, terminals).map((issue) => ({ ...issue, path: `${path}.${issue.path}` }));
    }),
  compile({ parts }, terminals) {
    const drawLimits = drawLimitsOf(parts);
    const destinations = parts.map(({ pattern: { kind, values } }) => basePatterns.get(kind).compile(values, terminals));
    return (source, draw) => {
      const upperHalf = draw >>> 16;
      let part = 0;
      while (upperHalf >= drawLimits[part]) part++;
      // The upper half of the draw has selected the part and is no longer random; hashing the whole draw gives an independent draw.
      return destinations[part](source, mix(draw, part, 0));
    };
  },
  share({ parts }, terminals) {
    const drawLimits = drawLimitsOf(parts);
    const shares = parts.map(({ pattern: { kind, values } }) => basePatterns.get(kind).share(values, terminals));
    return (source, destination) =>
      shares.reduce((sum, share, i) => sum + ((drawLimits[i] - (i === 0 ? 0 : drawLimits[i - 1])) / 65536) * share(source, destination), 0);
  },
});

/** For each part, the upper limit of its range of 16-bit draws; the last limit is 65536. */
function drawLimitsOf(parts: readonly { readonly weight: number }[]): Int32Array {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  let sum = 0;
  return Int32Array.from(parts, ({ weight }, i) => {
    sum += weight;
    return i === parts.length - 1 ? 65536 : Math.round((sum / total) * 65536);
  });
}
