/** Fields for parameters that a step leaves unlocked but that the sentence omits because they have their usual value. */
import { useMemo } from "react";
import { type Document, variantsOf } from "../../../core/scenario/document.ts";
import { paramAtPath, type Path, valueAtPath } from "../../../core/scenario/param-path.ts";
import { readLock } from "../../../links/lock.ts";
import { ParamField } from "../../workbench/forms/ParamField.tsx";
import { documentSentence } from "../../../words/sentence.ts";
import { editedDocument } from "../../state/document-state.ts";
import { currentStepOf } from "../../state/lesson-session.ts";
import { useLessonSession } from "./useLessonSession.ts";
import { useWorkbench } from "../../hooks.ts";

/** The parameters that a lock names as unlocked and that the sentence leaves out. Empty if the lock unlocks whole sections. */
export function unlockedPaths(lock: string | null, document: Document): readonly Path[] {
  if (lock === null) return [];
  const { isAllBut: locksAllElse, paths } = readLock(lock, document);
  if (!locksAllElse) return [];
  const sentencePaths = new Set(documentSentence(document).flatMap((segment) => ("path" in segment ? [segment.path.join(".")] : [])));
  const [firstVariant] = variantsOf(document);
  return paths.filter((path) => paramAtPath(firstVariant, path) !== undefined && !sentencePaths.has(path.join(".")));
}

export function UnlockedFields() {
  const { lock } = currentStepOf(useLessonSession());
  const document = useWorkbench(editedDocument);
  const paths = useMemo(() => unlockedPaths(lock, document), [lock, document]);
  if (paths.length === 0) return null;
  return (
    <div className="open-words" aria-label="You may also change" role="group">
      {paths.map((path) => {
        const param = paramAtPath(document, path);
        return param === undefined ? null : (
          <ParamField key={path.join(".")} param={param} value={valueAtPath(document, path)} path={path} />
        );
      })}
    </div>
  );
}
