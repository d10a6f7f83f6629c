/** A confirmation that disappears by itself: "Link copied". */
import "./toast.css";
import { useEffect } from "react";
import { usePage, useWorkbench } from "../hooks.ts";

/** Milliseconds it is shown. */
const stay = 2600;

export function Toast() {
  const { store } = usePage();
  const said = useWorkbench((state) => state.session.toast);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => store.setState({ session: { toast: null } }), stay);
    return () => clearTimeout(timer);
  }, [said, store]);
  return (
    <p className="toast" role="status" data-shown={said !== null || undefined}>
      {said}
    </p>
  );
}
