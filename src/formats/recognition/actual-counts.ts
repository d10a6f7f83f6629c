/** Adds the actual numbers of switches and links to the description of an irregular network. */
import { joinWithAnd } from "../../core/base/words.ts";
import { axisOf } from "../../core/network/network.ts";
import type { SwitchFabric, Placement, IdealTopology } from "./contract.ts";
import type { IdealDifferences } from "./differences.ts";
import { fabricLinks } from "./switch-fabric.ts";
import { countsSentence, levelWord } from "./trees/ideal-tree.ts";

const countOf = (n: number, [singular, several]: readonly [string, string]) => `${n} ${n === 1 ? singular : several}`;

/** [level] Number of slots of a tree that satisfy `isCounted`. */
function levelSizes(
  { axes, coordinates, terminalCounts }: IdealTopology,
  level: number,
  isCounted: (slot: number) => boolean,
): readonly number[] {
  const sizes = Array.from({ length: axes[level].size }, () => 0);
  for (let p = 0; p < terminalCounts.length; p++) if (isCounted(p)) sizes[coordinates[p * axes.length + level]]++;
  return sizes;
}

/** Whether switches or their links differ from the ideal network. */
const hasIrregularSwitches = ({ missing, surplus, extra, emptySlots, straySwitches }: IdealDifferences) =>
  missing.length + surplus.length + extra.length + emptySlots.length + straySwitches.length > 0;

/** Adapts a sentence about the ideal network so that it does not claim to hold for every switch of an irregular one. */
function qualifySentence(sentence: string, differences: IdealDifferences): string {
  const isOther = hasIrregularSwitches(differences);
  if (!isOther && differences.unusualSwitches.length === 0) return sentence;
  const qualified = sentence
    .replace(/ at (?:each|a) (leaf|spine|core|switch of level \d+):/, " at a regular $1:")
    .replace(/^It has (?=\d+ groups|two switches)/, "A regular network has ")
    .replace(/^Each switch has (\S+ terminals?)\.$/, "A switch usually has $1.");
  return isOther && /^(Every|No dimension|Dimensions? [A-Z]|Each pair of groups|\d+ parallel links connect)/.test(qualified)
    ? `In a regular network, ${qualified[0].toLowerCase()}${qualified.slice(1)}`
    : qualified;
}

/**
 * Adds to the sentences of a recognized network its actual numbers of switches and links. If these differ from the numbers of the ideal
 * network, both are given.
 */
export function withActualCounts(fabric: SwitchFabric, { ideal, slotOf }: Placement, differences: IdealDifferences): IdealTopology {
  const { emptySlots, straySwitches, idealLinks: regularLinks } = differences;
  const level = axisOf(ideal, "level");
  const actualLinks = fabricLinks(fabric);
  const sentences = ideal.sentences.map((sentence) => qualifySentence(sentence, differences));
  const straySentences =
    straySwitches.length === 0
      ? []
      : [`${straySwitches.length} of its switches ${straySwitches.length === 1 ? "does" : "do"} not occur in a regular network.`];
  const linkText = countOf(actualLinks, ["link", "links"]);
  // For a network without levels, one sentence gives the numbers of switches and links.
  if (level < 0) {
    if (actualLinks === regularLinks && emptySlots.length + straySwitches.length === 0) return { ...ideal, sentences };
    const [switches, regularSwitches] = [fabric.switchCount, ideal.terminalCounts.length];
    const regularParts = [
      ...(switches === regularSwitches ? [] : [countOf(regularSwitches, ["switch", "switches"])]),
      ...(actualLinks === regularLinks ? [] : [countOf(regularLinks, ["link", "links"])]),
    ];
    const countSentence = `It has ${countOf(switches, ["switch", "switches"])} and ${linkText} between them`;
    return {
      ...ideal,
      sentences: [
        `${countSentence}${regularParts.length === 0 ? "" : `; a regular network would have ${joinWithAnd(regularParts)}`}.`,
        ...straySentences,
        ...sentences,
      ],
    };
  }
  // For a network with levels, the sentence with the number of switches of each level is replaced.
  const isOccupied = new Uint8Array(ideal.terminalCounts.length);
  for (const p of slotOf) if (p >= 0) isOccupied[p] = 1;
  const [actualSizes, regularSizes] = [levelSizes(ideal, level, (p) => isOccupied[p] === 1), levelSizes(ideal, level, () => true)];
  const regularParts = regularSizes.flatMap((size, l) =>
    size === actualSizes[l] ? [] : [countOf(size, levelWord(l, regularSizes.length))],
  );
  const countSentence = `${countsSentence(actualSizes).slice(0, -1)}${regularParts.length === 0 ? "" : `; a regular network would have ${joinWithAnd(regularParts)}`}.`;
  const linkSentences =
    actualLinks === regularLinks ? [] : [`It has ${linkText} between switches; a regular network would have ${regularLinks}.`];
  return {
    ...ideal,
    sentences: sentences.flatMap((sentence) =>
      sentence === countsSentence(regularSizes) ? [countSentence, ...straySentences, ...linkSentences] : [sentence],
    ),
  };
}
