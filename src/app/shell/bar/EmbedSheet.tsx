/** The sheet for embedding: what readers of the other page may change, and the iframe to copy. */
import "./embed-sheet.css";
import { useState } from "react";
import type { Path } from "../../../core/scenario/param-path.ts";
import { joinWithAnd } from "../../../core/base/words.ts";
import { type Lock, writeLock } from "../../../links/lock.ts";
import { views } from "../../../views/index.ts";
import { useShownCards } from "../../workbench/cards/card-layout.ts";
import { documentSentence, segmentsAsText, type Segment } from "../../../words/sentence.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { copyIframe } from "./share-entries.ts";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { Button } from "../../ui/Button.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

/** A parameter of the sentence that readers may or may not change. */
interface LockablePart {
  readonly place: string;
  readonly words: string;
}

/**
 * The dialog that makes an `<iframe>` of the current document for another page. The author selects which parts of the sentence readers may
 * change, whether they may change settings that the sentence does not mention, and whether the open cards are shown.
 */
export function EmbedSheet() {
  const page = usePage();
  const parts = lockablePartsOf(documentSentence(useWorkbench((state) => state.document.current)));
  /** The parts that readers may change, by their place in the document; null for all. */
  const [unlockedPlaces, setUnlockedPlaces] = useState<ReadonlySet<string> | null>(null);
  const [areOthersUnlocked, setOthersUnlocked] = useState(true);
  const isUnlocked = (place: string) => unlockedPlaces?.has(place) ?? true;
  const setUnlocked = (changedPlace: string, mayChange: boolean) => {
    const places = parts.map(({ place }) => place);
    setUnlockedPlaces(new Set(places.filter((place) => (place === changedPlace ? mayChange : isUnlocked(place)))));
  };
  const setAllUnlocked = (mayChange: boolean) => {
    setUnlockedPlaces(mayChange ? null : new Set());
    setOthersUnlocked(mayChange);
  };
  const lock = lockOf(parts, isUnlocked, areOthersUnlocked);
  const cards = useShownCards();
  const [hasCards, setHasCards] = useState(false);
  return (
    <Dialog title="Embed" className="embed-sheet" onClose={page.overlay.closeSheet}>
      <fieldset>
        <legend>What readers may change</legend>
        <p className="embed-all">
          <Button variant="quiet" onClick={() => setAllUnlocked(true)}>
            Everything
          </Button>
          <Button variant="quiet" onClick={() => setAllUnlocked(false)}>
            Nothing
          </Button>
        </p>
        {parts.map(({ place, words }) => (
          <Checkbox key={place} isChecked={isUnlocked(place)} onChange={(mayChange) => setUnlocked(place, mayChange)}>
            {words}
          </Checkbox>
        ))}
        <Checkbox isChecked={areOthersUnlocked} onChange={setOthersUnlocked}>
          settings that the sentence does not mention
        </Checkbox>
      </fieldset>
      {cards.length > 0 && (
        <Checkbox isChecked={hasCards} onChange={setHasCards}>
          With the cards that are open here:{" "}
          {joinWithAnd(cards.map((card) => views.find(({ id }) => id === card)?.title ?? "This channel"))}
        </Checkbox>
      )}
      <p className="muted">
        Readers can always play, select and zoom. “Open in Fabricscope” opens the whole page, where nothing is locked. The link of the frame
        contains <code>{lock === null ? "embed=1" : `embed=1&lock=${writeLock(lock)}`}</code>.
      </p>
      <Button
        variant="primary"
        onClick={() => {
          copyIframe(page, lock, hasCards ? cards : []);
          page.overlay.closeSheet();
        }}
      >
        Copy the frame
      </Button>
    </Dialog>
  );
}

/**
 * The parameters that the sentence mentions, each once. The parameters of other networks are locked together with the same parameters of
 * the first network.
 */
function lockablePartsOf(sentence: readonly Segment[]): readonly LockablePart[] {
  const wordsByPath = new Map<string, string>();
  for (const segment of sentence) {
    if (segment.type === "text" || segment.type === "letter" || segment.path[0] === "beside") continue;
    const place = segment.path.join(".");
    const words = segment.type === "choice" ? `${segment.param.title}: ${segment.text}` : segmentsAsText([segment]);
    if (!wordsByPath.has(place))
      wordsByPath.set(place, segment.type === "number" && segment.symbol === "" ? `${segment.param.title}: ${words}` : words);
  }
  return [...wordsByPath].map(([place, words]) => ({ place, words }));
}

/** The shortest lock that leaves these parameters unlocked; null if all parameters are unlocked. */
function lockOf(parts: readonly LockablePart[], isOpen: (place: string) => boolean, isRestOpen: boolean): Lock | null {
  const places = (isUnlocked: boolean): readonly Path[] =>
    parts.filter(({ place }) => isOpen(place) === isUnlocked).map(({ place }) => place.split("."));
  if (!isRestOpen) return { isAllBut: true, paths: places(true) };
  const lockedPaths = places(false);
  return lockedPaths.length === 0 ? null : { isAllBut: false, paths: lockedPaths };
}
