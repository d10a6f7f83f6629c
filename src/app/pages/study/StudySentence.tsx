/** The need as a sentence whose words are its controls. */
import { useStore } from "zustand";
import { needParams } from "../../../core/study/need.ts";
import { traffics } from "../../../core/study/traffics.ts";
import { formatCount, formatMoney } from "../../../words/numbers.ts";
import { typed } from "../../document/step.ts";
import type { NumericParam } from "../../../core/base/params.ts";
import { NumberWord } from "../../workbench/sentence/NumberWord.tsx";
import { CandidateRuler } from "./CandidateRuler.tsx";
import { ListWord } from "./ListWord.tsx";
import { stepOn } from "./steps.ts";
import { ask, beginHold, endHold, misreadAt, type StudyStore } from "./study-store.ts";

const faultId = "study-fault";

export function StudySentence({ study }: { readonly study: StudyStore }) {
  const { need, misread } = useStore(study);
  const last = need.under.length - 1;
  return (
    <div className="say">
      <h1 className="sentence" tabIndex={-1}>
        Networks for <NeedNumber study={study} name="terminals" format={formatCount} /> terminals from switches of at most{" "}
        <NeedNumber study={study} name="ports" format={formatCount} /> ports, for at most{" "}
        <NeedNumber study={study} name="budget" format={formatMoney} /> a terminal, under{" "}
        {need.under.map((id, i) => {
          const { title } = traffics.find((each) => each.id === id)!;
          return (
            <span className="kept" key={id}>
              <ListWord
                title="Traffic"
                text={title}
                options={traffics}
                chosen={need.under}
                isMany
                beneath=".study-answer"
                onChoose={(under) => ask(study, { under: under as typeof need.under })}
              />
              {i === last ? " traffic." : i === last - 1 ? " and " : ", "}
            </span>
          );
        })}
      </h1>
      <p className="fault" id={faultId} role="alert" hidden={misread === null}>
        {misread !== null && `${misread.issue.message.replace(/^./, (first) => first.toUpperCase())} ${misread.issue.remedy ?? ""}`}
      </p>
    </div>
  );
}

type NumberName = "terminals" | "ports" | "budget" | "carried";

interface NeedNumberProps {
  readonly study: StudyStore;
  readonly name: NumberName;
  readonly format: (value: number) => string;
}

/** A number of the need, to drag, step or type. A ruler below it shows the value of each candidate network. */
export function NeedNumber({ study, name, format }: NeedNumberProps) {
  const value = useStore(study, ({ need }) => need[name]);
  const misread = useStore(study, (state) => (state.misread?.path === name ? state.misread : null));
  const param = needParams[name] as NumericParam;
  return (
    <NumberWord
      segment={{ type: "number", path: [name], param, value, lead: "", symbol: "", text: format(value), tail: "" }}
      misread={misread?.text}
      isFaulty={misread !== null}
      describedBy={misread === null ? undefined : faultId}
      onBegin={() => beginHold(study)}
      onChange={(next) => ask(study, { [name]: next })}
      onEnd={() => endHold(study)}
      onType={(text) => {
        // Accept a dollar sign before an amount.
        const read = typed(param, text.replace(/^\s*\$/, ""), name);
        if ("value" in read) ask(study, { [name]: read.value });
        else misreadAt(study, name, text, read.issue);
      }}
      stepFrom={(from, steps) => stepOn(name, param, from, steps)}
      ruler={<CandidateRuler study={study} name={name} />}
    />
  );
}
