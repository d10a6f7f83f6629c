/** A confirmation that disappears by itself: "Link copied". */
import "./toast.css";
import { useEffect } from "react";
import { usePage, useWorkbench } from "../hooks.ts";

/** Milliseconds that a toast is shown. */
const displayTime = 2600;

export function Toast() {
  const { store } = usePage();
  const text = useWorkbench((state) => state.session.toast);
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(() => store.setState({ session: { toast: null } }), displayTime);
    return () => clearTimeout(timer);
  }, [text, store]);
  return (
    <p className="toast" role="status" data-shown={text !== null || undefined}>
      {text}
    </p>
  );
}
