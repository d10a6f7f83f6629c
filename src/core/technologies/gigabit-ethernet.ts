import { technology } from "./contract.ts";
import { ratedParams } from "./rated.ts";

export const gigabitEthernet = technology({
  id: "gigabit-ethernet",
  title: "Gigabit Ethernet",
  article: "",
  summary: "A thousand million bits a second each way; a full TCP segment of 1448 bytes takes 90 bytes along, 1538 with the gap.",
  source: "IEEE 802.3; Three Quads (matrix transpose), §2.1",
  params: ratedParams(125e6, 90),
  phrase: "{title} {rate}",
  examples: [{}, { rate: "12.5 MB/s" }],
  rate: ({ rate }) => rate,
  overhead: ({ overhead }) => overhead,
});
