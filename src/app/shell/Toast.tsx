/** A word of confirmation that goes by itself: "Link copied". */
import { useEffect } from "react";
import { useWorkbench, workbench } from "../document/store.ts";

/** Milliseconds it stays. */
const stay = 2600;

export function Toast() {
  const said = useWorkbench((state) => state.said);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => workbench.setState({ said: null }), stay);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <p className="toast" role="status" data-shown={said !== null || undefined}>
      {said}
    </p>
  );
}
