/** The need as a sentence whose words are its controls. */
import { useStore } from "zustand";
import { studyNeedParams } from "../../../core/study/need.ts";
import { studyTraffic } from "../../../core/study/traffic.ts";
import { formatCount, formatMoney } from "../../../words/numbers.ts";
import { parseTyped } from "../../document/step.ts";
import type { NumericParam } from "../../../core/base/params.ts";
import { NumberWord } from "../../workbench/sentence/NumberWord.tsx";
import { CandidateRuler } from "./CandidateRuler.tsx";
import { ListWord } from "./ListWord.tsx";
import { stepNeed } from "./need-steps.ts";
import { changeNeed, beginDrag, endDrag, setInvalidInput, type StudyStore } from "./study-store.ts";

const needFaultId = "study-fault";

/**
 * The sentence that states what network is needed. Its numbers and its kinds of traffic (`need.under`, ids) are words that can be changed in
 * place. Below it is the reason why a typed number is invalid.
 */
export function StudySentence({ study }: { readonly study: StudyStore }) {
  const { need, invalidInput } = useStore(study);
  const lastIndex = need.under.length - 1;
  return (
    <div className="say">
      <h1 className="sentence" tabIndex={-1}>
        Networks for <NeedNumber study={study} name="terminals" format={formatCount} /> terminals from switches of at most{" "}
        <NeedNumber study={study} name="ports" format={formatCount} /> ports, for at most{" "}
        <NeedNumber study={study} name="budget" format={formatMoney} /> a terminal, under{" "}
        {need.under.map((id, i) => {
          const { title } = studyTraffic.find((each) => each.id === id)!;
          return (
            <span className="kept" key={id}>
              <ListWord
                title="Traffic"
                text={title}
                options={studyTraffic}
                selectedIds={need.under}
                isMultiple
                beneath=".study-answer"
                onSelect={(under) => changeNeed(study, { under: under as typeof need.under })}
              />
              {i === lastIndex ? " traffic." : i === lastIndex - 1 ? " and " : ", "}
            </span>
          );
        })}
      </h1>
      <p className="fault" id={needFaultId} role="alert" hidden={invalidInput === null}>
        {invalidInput !== null &&
          `${invalidInput.issue.message.replace(/^./, (first) => first.toUpperCase())} ${invalidInput.issue.remedy ?? ""}`}
      </p>
    </div>
  );
}

type NeedNumberName = "terminals" | "ports" | "budget" | "carried";

interface NeedNumberProps {
  readonly study: StudyStore;
  readonly name: NeedNumberName;
  readonly format: (value: number) => string;
}

/**
 * A number of the required network (terminals, ports or budget) as a word that the reader drags, steps or types. A ruler below it shows the
 * value of each candidate network.
 */
export function NeedNumber({ study, name, format }: NeedNumberProps) {
  const value = useStore(study, ({ need }) => need[name]);
  const invalidInput = useStore(study, (state) => (state.invalidInput?.path === name ? state.invalidInput : null));
  const param = studyNeedParams[name] as NumericParam;
  return (
    <NumberWord
      segment={{ type: "number", path: [name], param, value, lead: "", symbol: "", text: format(value), tail: "" }}
      misread={invalidInput?.text}
      isFaulty={invalidInput !== null}
      describedBy={invalidInput === null ? undefined : needFaultId}
      onBegin={() => beginDrag(study)}
      onChange={(next) => changeNeed(study, { [name]: next })}
      onEnd={() => endDrag(study)}
      onType={(text) => {
        // Accept a dollar sign before an amount.
        const parsed = parseTyped(param, text.replace(/^\s*\$/, ""), name);
        if ("value" in parsed) changeNeed(study, { [name]: parsed.value });
        else setInvalidInput(study, name, text, parsed.issue);
      }}
      stepFrom={(startValue, steps) => stepNeed(name, param, startValue, steps)}
      ruler={<CandidateRuler study={study} name={name} />}
    />
  );
}
