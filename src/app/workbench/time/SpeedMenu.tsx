/** The menu of playback speeds. */
import { normalSpeed, playedSpeed, speedText } from "../../runs/speed-factor.ts";
import { Menu, MenuItem, MenuSection } from "../../ui/Menu.tsx";
import type { PopupProps } from "../../ui/PopupButton.tsx";
import { usePage, usePageRuns, useUnits, useWorkbench } from "../../hooks.ts";

/** Speeds in cycles per second, the fastest first. */
const speeds = [Infinity, 20_000, normalSpeed];
const slowSpeeds = [100, 10, 1];

export function SpeedMenu(popup: PopupProps) {
  const { store } = usePage();
  const units = useUnits();
  const factor = usePageRuns(({ runs }) => runs.speedFactor);
  const current = useWorkbench((state) => String(state.session.speed));
  /** The checked speeds are the current one and the one that was pressed. */
  const choose = (ids: ReadonlySet<string>) => {
    const next = [...ids].find((id) => id !== current);
    if (next !== undefined) store.setState({ session: { speed: Number(next) } });
    popup.onClose();
  };
  const item = (speed: number) => (
    <MenuItem
      key={speed}
      id={String(speed)}
      title={speedText(speed)}
      description={speed === Infinity ? "As fast as possible" : `${units.sayTime(playedSpeed(speed, factor))} per second`}
    />
  );
  return (
    <Menu {...popup} label="Speed" checkedIds={[current]} onCheck={choose}>
      <MenuSection label="Speed">{speeds.map(item)}</MenuSection>
      <MenuSection header="Slow motion">{slowSpeeds.map(item)}</MenuSection>
    </Menu>
  );
}
