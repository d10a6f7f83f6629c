/** The sheet that lists all keyboard shortcuts. */
import "./keys.css";
import { controlKeys } from "./control-keys.ts";
import { describedShortcuts, shortcutGroups } from "../ui/shortcut-texts.ts";
import { Checkbox } from "../ui/fields/Checkbox.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { useShortcuts } from "./useShortcuts.ts";
import { useOverlay, usePage } from "../hooks.ts";

/**
 * The dialog that lists all keyboard shortcuts by group, and the option that turns single-key shortcuts (keys without a modifier) on and
 * off.
 */
export function KeysSheet() {
  const { overlay } = usePage();
  const keys = [...describedShortcuts(useShortcuts()), ...controlKeys];
  const isOn = useOverlay((state) => state.hasSingleKeys);
  return (
    <Dialog title="Keys" className="keys" onClose={overlay.closeSheet}>
      {shortcutGroups.map((group) => (
        <section key={group} aria-label={group}>
          <h3>{group}</h3>
          <dl>
            {keys
              .filter((key) => key.group === group)
              .map(({ labels, description, isSingle }) => (
                <div key={description} data-off={(isSingle && !isOn) || undefined}>
                  <dt>
                    {labels.map((each) => (
                      <kbd key={each}>{each}</kbd>
                    ))}
                  </dt>
                  <dd>{description}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <Checkbox isChecked={isOn} onChange={overlay.switchSingleKeys}>
        Single-key shortcuts
      </Checkbox>
      <p className="muted">
        {isOn
          ? "They work while the focus is not in a field or on a word of the sentence."
          : "They are off. All commands are in the palette, Ctrl K or ⌘ K."}
      </p>
    </Dialog>
  );
}
