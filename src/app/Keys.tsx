/** The sheet of all keys. */
import { keysShown } from "./keys.ts";
import { Sheet } from "./Sheet.tsx";
import { workbench } from "./store.ts";

export function Keys() {
  return (
    <Sheet title="Keys" className="keys" isModal onClose={() => workbench.setState({ showsKeys: false })}>
      <dl>
        {keysShown.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">Single keys act only while no field or word has the focus.</p>
    </Sheet>
  );
}
