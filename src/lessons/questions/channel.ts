/** Question: which channel is full first? The student taps it in the network. */
import type { Analysis } from "../../core/analysis/analysis.ts";
import type { Results } from "../../core/measures/results.ts";
import type { QuestionKind } from "./contract.ts";
import { rejectUnknownKeys, readNetwork } from "./readers.ts";

export interface ChannelQuestion {
  readonly is: "channel";
  readonly network: number;
}

/** The channels with the highest load. The two directions of a link are two channels. */
export interface MostLoadedChannels {
  readonly channels: readonly number[];
  /** Load of each of these channels, relative to the offered load; null if the most loaded channel is taken from the run. */
  readonly share: number | null;
}

/** Loads that differ by less, in phits per cycle, are equal: sums of fractions have rounding errors. */
const loadTolerance = 1e-9;

function mostLoadedChannels({ channelLoad, direct, sampled }: Analysis, { load }: Results): MostLoadedChannels {
  // With adaptive routing, or if the analysis followed only a sample of packets, the run decides.
  if (direct || sampled !== null) return { channels: [load.worstChannel], share: null };
  const share = channelLoad.reduce((highest, each) => Math.max(highest, each), 0);
  return { channels: [...channelLoad.keys()].filter((channel) => channelLoad[channel] > share - loadTolerance), share };
}

export const channelQuestion: QuestionKind<ChannelQuestion, MostLoadedChannels> = {
  id: "channel",
  title: "tap the channel that is full first",
  hasResultInLine: true,
  create: () => ({ is: "channel", network: 0 }),
  read(raw, path, document, issues) {
    const issuesBefore = issues.length;
    rejectUnknownKeys(raw, path, ["is", "network"], issues);
    const network = readNetwork(raw, path, document, issues);
    return issues.length > issuesBefore ? null : { is: "channel", network };
  },
  write: ({ network }) => (network === 0 ? {} : { network }),
  truth({ network }, { results, analyses }) {
    const [networkResults, analysis] = [results[network] ?? null, analyses[network] ?? null];
    return networkResults === null || analysis === null ? null : mostLoadedChannels(analysis, networkResults);
  },
  grade(_, response, { channels }) {
    if (!("number" in response)) return "wrong";
    if (channels.includes(response.number)) return "right";
    // If the student tapped the opposite direction of the right link, the answer is close.
    return response.back !== undefined && channels.includes(response.back) ? "close" : "wrong";
  },
  writeResponse: (_, response) => ("number" in response ? `c${response.number}` : "-"),
  readResponse(_, text) {
    const [, digits] = /^c(\d{1,9})$/.exec(text) ?? [];
    return digits === undefined ? null : { number: Number(digits) };
  },
  writeTruth: (_, { channels }) => `c${channels[0] ?? 0}`,
};
