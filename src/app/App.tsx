/** The shell: the workbench, and what stands in its place should it ever fall over. */
import { Component, type ReactNode } from "react";
import { Workbench } from "./Workbench.tsx";

export function App() {
  return (
    <Guard>
      <Workbench />
    </Guard>
  );
}

/** Keeps the scenario's link in sight when drawing the page has failed. */
class Guard extends Component<{ readonly children: ReactNode }, { readonly fault: unknown }> {
  override state = { fault: null };

  static getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  override render() {
    const { fault } = this.state as { fault: unknown };
    if (fault === null) return this.props.children;
    return (
      <main className="fallen">
        <h1>The page has stumbled.</h1>
        <p>Your scenario is safe in its link, and in this browser's drafts:</p>
        <p>
          <a href={location.href}>{location.href}</a>
        </p>
        <p className="muted">{fault instanceof Error ? fault.message : String(fault)}</p>
        <button type="button" className="primary" onClick={() => location.reload()}>
          Open it again
        </button>
      </main>
    );
  }
}
