/** The question of the current step, with the control that answers it. */
import "./question.css";
import type { ReactNode } from "react";
import type { Question } from "../../../../lessons/questions/index.ts";
import { stepAt } from "../../../state/lesson-session.ts";
import { ChannelAsk } from "./ChannelAsk.tsx";
import { ChoiceAsk } from "./ChoiceAsk.tsx";
import { FreeAsk } from "./FreeAsk.tsx";
import { GoalAsk } from "./GoalAsk.tsx";
import { ValueAsk } from "./ValueAsk.tsx";
import { useAttending } from "../useAttending.ts";

export function QuestionCard(): ReactNode {
  const { question } = stepAt(useAttending());
  if (question === null) return null;
  return <section className="card panel question">{askOf(question)}</section>;
}

function askOf(question: Question): ReactNode {
  switch (question.is) {
    case "value":
      return <ValueAsk question={question} />;
    case "channel":
      return <ChannelAsk />;
    case "choice":
      return <ChoiceAsk question={question} />;
    case "goal":
      return <GoalAsk question={question} />;
    case "free":
      return <FreeAsk />;
  }
}
