/** The channel that fills first, tapped in the network. */
import type { Analysis } from "../../core/analysis/analysis.ts";
import type { Results } from "../../core/measures/results.ts";
import type { QuestionKind } from "./contract.ts";
import { readKeys, readNetwork } from "./parts.ts";

export interface ChannelQuestion {
  readonly is: "channel";
  readonly network: number;
}

/** All channels of which most is asked; the two directions of a link are two channels. */
export interface FirstFull {
  readonly channels: readonly number[];
  /** What is asked of each, as a part of the load that is offered; null where the run alone says which it is. */
  readonly share: number | null;
}

/** Loads that differ by less are the same, of phits per cycle: sums of fractions leave dust. */
const dust = 1e-9;

function firstFull({ channelLoad, direct, sampled }: Analysis, { load }: Results): FirstFull {
  // Where packets decide on their way, or only some were followed, the run says it.
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
    // A link is two channels: whoever tapped the other one saw the place, not the way.
    return said.back !== undefined && channels.includes(said.back) ? "close" : "wrong";
  },
  writeSaid: (_, said) => ("number" in said ? `c${said.number}` : "-"),
  readSaid(_, text) {
    const [, digits] = /^c(\d{1,9})$/.exec(text) ?? [];
    return digits === undefined ? null : { number: Number(digits) };
  },
  writeTruth: (_, { channels }) => `c${channels[0] ?? 0}`,
};
