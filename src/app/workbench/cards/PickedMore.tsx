/** Details and actions for the selection, loaded with the first selection. */
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
