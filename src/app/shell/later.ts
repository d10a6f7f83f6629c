/** Components that are loaded only when they are wanted: the first screen does not wait for them. */
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";
import { workbench } from "../document/store.ts";

/** A component that comes later, and the way to ask for it a little earlier. */
export interface Later<Props extends object> {
  /** Nothing until it is there. */
  readonly Component: (props: Props) => ReactNode;
  /** Begins to load it, as soon as a hand comes near. */
  readonly fetch: () => void;
}

/**
 * Leaves a component to be loaded when it is first shown, or fetched. React's own way, `lazy`, would let it wait while
 * the page draws a run, because what comes late counts as less urgent there; and it never asks again after a failure.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let there: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const wanted = () =>
    (loading ??= load().then(
      (component) => void (there = component),
      (fault: unknown) => {
        loading = null;
        throw fault;
      },
    ));
  function Component(props: Props): ReactNode {
    const [component, setComponent] = useState(() => there);
    useEffect(() => {
      let isGone = false;
      if (there === null) wanted().then(() => isGone || setComponent(() => there), sayMissing);
      return () => void (isGone = true);
    }, []);
    return component === null ? null : createElement(component, props);
  }
  return { Component, fetch: () => void wanted().catch(() => undefined) };
}

function sayMissing(fault: unknown): void {
  const why = fault instanceof Error ? fault.message : String(fault);
  workbench.setState({
    notice: { title: "A part of this page could not be loaded.", lines: ["Try again; after an update of the page, reload it.", why] },
  });
}
