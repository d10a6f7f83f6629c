/** Question: which channel saturates first? The student taps it in the network. */
import type { Analysis } from "../../core/analysis/analysis.ts";
import type { Results } from "../../core/measures/results.ts";
import type { QuestionKind } from "./contract.ts";
import { readKeys, readNetwork } from "./parts.ts";

export interface ChannelQuestion {
  readonly is: "channel";
  readonly network: number;
}

/** The channels with the highest load. The two directions of a link are two channels. */
export interface FirstFull {
  readonly channels: readonly number[];
  /** Load of each of them, relative to the offered load; null if it is taken from the run. */
  readonly share: number | null;
}

/** Loads that differ by less, in phits per cycle, are equal: sums of fractions have rounding errors. */
const dust = 1e-9;

function firstFull({ channelLoad, direct, sampled }: Analysis, { load }: Results): FirstFull {
  // With adaptive routing, or if the analysis followed only a sample of packets, the run decides.
  if (direct || sampled !== null) return { channels: [load.worstChannel], share: null };
  const share = channelLoad.reduce((most, each) => Math.max(most, each), 0);
  return { channels: [...channelLoad.keys()].filter((channel) => channelLoad[channel] > share - dust), share };
}

export const channel: QuestionKind<ChannelQuestion, FirstFull> = {
  id: "channel",
  title: "tap the channel that fills first",
  begin: () => ({ is: "channel", network: 0 }),
  read(raw, path, document, issues) {
    const before = issues.length;
    readKeys(raw, path, ["is", "network"], issues);
    const network = readNetwork(raw, path, document, issues);
    return issues.length > before ? null : { is: "channel", network };
  },
  write: ({ network }) => (network === 0 ? {} : { network }),
  truth({ network }, { results, analyses }) {
    const [own, analysis] = [results[network] ?? null, analyses[network] ?? null];
    return own === null || analysis === null ? null : firstFull(analysis, own);
  },
  judge(_, said, { channels }) {
    if (!("number" in said)) return "wrong";
    if (channels.includes(said.number)) return "right";
    // If the student tapped the opposite direction of the right link, the answer is close.
    return said.back !== undefined && channels.includes(said.back) ? "close" : "wrong";
  },
  writeSaid: (_, said) => ("number" in said ? `c${said.number}` : "-"),
  readSaid(_, text) {
    const [, digits] = /^c(\d{1,9})$/.exec(text) ?? [];
    return digits === undefined ? null : { number: Number(digits) };
  },
  writeTruth: (_, { channels }) => `c${channels[0] ?? 0}`,
};
