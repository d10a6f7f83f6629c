/** A ruler below a number that is being dragged, with a tick at the value of each candidate network. */
import { useStore } from "zustand";
import type { Candidate } from "../../../core/study/candidates.ts";
import type { StudyStore } from "./study-store.ts";

const candidateValues = {
  terminals: ({ facts }: Candidate) => facts.terminals,
  ports: ({ ports }: Candidate) => ports,
  budget: ({ perTerminal }: Candidate) => perTerminal,
  carried: ({ bound }: Candidate) => bound,
} as const;

const [width, height] = [180, 12];

export function CandidateRuler({ study, name }: { readonly study: StudyStore; readonly name: keyof typeof candidateValues }) {
  const candidates = useStore(study, (state) => state.candidates);
  const value = useStore(study, ({ need }) => need[name]);
  const values = candidates.map(candidateValues[name]);
  const maxValue = name === "carried" ? 1 : Math.max(value * 2, 1);
  const x = (each: number) => (each / maxValue) * width;
  const ticks = values.filter((each) => each <= maxValue);
  const path = (values: readonly number[]) => values.map((each) => `M${x(each).toFixed(1)} 0v${height}`).join("");
  const meetsNeed = (each: number) => (name === "carried" || name === "terminals" ? each >= value : each <= value);
  return (
    <svg className="ruler" width={width} height={height + 4} aria-hidden="true">
      <path d={path(ticks.filter((each) => !meetsNeed(each)))} stroke="var(--wire)" fill="none" />
      <path d={path(ticks.filter(meetsNeed))} stroke="var(--ink)" fill="none" />
      <path d={`M${x(value)} -1v${height + 4}`} stroke="var(--accent)" strokeWidth="2" fill="none" />
    </svg>
  );
}
