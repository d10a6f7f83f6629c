/** Details and actions for the selection, loaded with the first selection. */
import { SwitchLine } from "../links/SwitchLine.tsx";
import { Outages } from "../faults/Outages.tsx";
import { PathsSection } from "../structure/PathsSection.tsx";
import { NeighborhoodFacts } from "../structure/NeighborhoodFacts.tsx";

export function SelectionDetails() {
  return (
    <>
      <SwitchLine />
      <NeighborhoodFacts />
      <PathsSection />
      <Outages />
    </>
  );
}
