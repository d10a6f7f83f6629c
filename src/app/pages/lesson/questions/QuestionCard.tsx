/** The question of the current step, with the control that answers it, and below it the answer as a line for the lecturer. */
import "./question.css";
import type { ReactNode } from "react";
import type { Question } from "../../../../lessons/questions/index.ts";
import { currentStepOf } from "../../../state/lesson-session.ts";
import { ChannelQuestionForm } from "./ChannelQuestionForm.tsx";
import { ChoiceQuestionForm } from "./ChoiceQuestionForm.tsx";
import { FreeTextForm } from "./FreeTextForm.tsx";
import { GoalQuestionForm } from "./GoalQuestionForm.tsx";
import { SketchQuestionForm } from "./SketchQuestionForm.tsx";
import { ValueQuestionForm } from "./ValueQuestionForm.tsx";
import { HandIn } from "../HandIn.tsx";
import { useLessonSession } from "../useLessonSession.ts";

export function QuestionCard(): ReactNode {
  const session = useLessonSession();
  const { question } = currentStepOf(session);
  if (question === null) return null;
  return (
    <section className="card panel question">
      {questionForm(question)}
      {session.role === "student" && <HandIn />}
    </section>
  );
}

function questionForm(question: Question): ReactNode {
  switch (question.is) {
    case "value":
      return <ValueQuestionForm question={question} />;
    case "channel":
      return <ChannelQuestionForm />;
    case "choice":
      return <ChoiceQuestionForm question={question} />;
    case "sketch":
      return <SketchQuestionForm question={question} />;
    case "goal":
      return <GoalQuestionForm question={question} />;
    case "free":
      return <FreeTextForm />;
  }
}
