import { defaultsOf } from "../base/params.ts";
import { withoutUndefined } from "../base/defined.ts";
import { defineTechnology } from "./contract.ts";
import { ratedParams } from "./rate-params.ts";

const params = ratedParams(1e9, 0, false);

export const ownLinks = defineTechnology({
  id: "own-links",
  title: "links of your own",
  article: "",
  summary: "Links of any rate, overhead and latency, for machines that are not listed.",
  source: "your own",
  params,
  phrase: "{rate}",
  /** Links of one's own begin with the rate, the overhead and the latency of the technology that they replace. */
  valuesToReplace: ({ values }) => ({
    ...defaultsOf(params),
    ...withoutUndefined({ rate: values["rate"], overhead: values["overhead"], latency: values["latency"] }),
  }),
  examples: [{}, { rate: "400 MB/s", overhead: "58 B" }, { rate: "400 Gb/s", latency: 2 }],
  rate: ({ rate }) => rate,
  overhead: ({ overhead }) => overhead,
  latency: ({ latency }) => latency * 1e-6,
});
