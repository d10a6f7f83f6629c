/** Components that are loaded only when they are wanted: the first screen does not wait for them. */
import { type ComponentType, lazy, type LazyExoticComponent } from "react";

/** A component that comes later, and the way to ask for it a little earlier. */
export interface Later<Props extends object> {
  /** Shown within a Suspense. */
  readonly Component: LazyExoticComponent<ComponentType<Props>>;
  /** Begins to load it, as soon as a hand comes near. */
  readonly fetch: () => void;
}

/** Leaves a component to be loaded when it is first shown, or fetched. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  return {
    Component: lazy(() => load().then((component) => ({ default: component }))),
    // What cannot be fetched in advance says so when it is shown.
    fetch: () => void load().catch(() => undefined),
  };
}
