/** Fields for parameters that a step leaves unlocked but that the sentence omits because they have their usual value. */
import { useMemo } from "react";
import { type Document, variantsOf } from "../../../core/scenario/document.ts";
import { paramAt, type Path, valueAt } from "../../../core/scenario/place.ts";
import { readLock } from "../../../links/lock.ts";
import { ParamField } from "../../workbench/forms/ParamField.tsx";
import { documentSentence } from "../../../words/sentence.ts";
import { edited } from "../../state/document-state.ts";
import { stepAt } from "../../state/lesson-session.ts";
import { useAttending } from "./useAttending.ts";
import { useWorkbench } from "../../hooks.ts";

/** The parameters that a lock names as unlocked and that the sentence leaves out. Empty if the lock unlocks whole sections. */
export function openWords(lock: string | null, document: Document): readonly Path[] {
  if (lock === null) return [];
  const { isAllBut, places } = readLock(lock, document);
  if (!isAllBut) return [];
  const said = new Set(documentSentence(document).flatMap((segment) => ("path" in segment ? [segment.path.join(".")] : [])));
  const [first] = variantsOf(document);
  return places.filter((path) => paramAt(first, path) !== undefined && !said.has(path.join(".")));
}

export function OpenWords() {
  const { lock } = stepAt(useAttending());
  const document = useWorkbench(edited);
  const places = useMemo(() => openWords(lock, document), [lock, document]);
  if (places.length === 0) return null;
  return (
    <div className="open-words" aria-label="You may also change" role="group">
      {places.map((path) => {
        const param = paramAt(document, path);
        return param === undefined ? null : <ParamField key={path.join(".")} param={param} value={valueAt(document, path)} path={path} />;
      })}
    </div>
  );
}
