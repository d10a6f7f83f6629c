/** What can be done with the thing picked, and what lies around it: fetched with the first thing picked. */
import { SwitchLine } from "../links/SwitchLine.tsx";
import { Outages } from "../faults/Outages.tsx";
import { Paths } from "../structure/Paths.tsx";
import { Surroundings } from "../structure/Surroundings.tsx";

export function PickedMore() {
  return (
    <>
      <SwitchLine />
      <Surroundings />
      <Paths />
      <Outages />
    </>
  );
}
