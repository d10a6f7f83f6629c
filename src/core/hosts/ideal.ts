import { defineHost } from "./contract.ts";

export const ideal = defineHost({
  id: "ideal",
  title: "ideal terminals",
  article: "",
  summary: "A terminal sends and receives at the full rate of its links, in both directions at the same time.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §3.1",
  params: {},
  phrase: "{title}",
  examples: [{}],
  ports: () => null,
  startUp: () => 0,
  overhead: () => 0,
});
