import { host } from "./contract.ts";
import { eagerLimit, eagerUpTo } from "./eager-limit.ts";

export const ideal = host({
  id: "ideal",
  title: "ideal terminals",
  article: "",
  summary: "A terminal sends and receives at the full rate of its links, in both directions at once.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §3.1",
  params: { eager: eagerLimit },
  phrase: "{title}",
  examples: [{}, { eager: "64 KiB" }],
  ports: () => null,
  startUp: () => 0,
  overhead: () => 0,
  eager: ({ eager }) => eagerUpTo(eager),
});
