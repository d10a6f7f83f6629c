/** What the link that the hand holds would change, before it is let go. */
import { useEffect, useState } from "react";
import { prospect } from "../../drawing/prospect.ts";
import { usePage, useUnits, useWorkbench } from "../../hooks.ts";

export function Prospect() {
  const page = usePage();
  const units = useUnits();
  const target = useWorkbench(({ drawing }) => {
    const held = drawing?.session.held;
    return held?.is === "link" && held.to !== null ? `${held.from} ${held.to}` : "";
  });
  const [said, setSaid] = useState<{ readonly of: string; readonly text: string }>({ of: "", text: "" });
  useEffect(() => {
    if (target === "") return undefined;
    const stop = prospect(page, units, (text) => setSaid({ of: target, text }));
    return () => stop?.();
  }, [page, units, target]);
  return target !== "" && said.of === target ? <b className="head">{said.text}</b> : null;
}
