/** Code that is loaded on demand, so that the first screen does not wait for it. All pages share it. */
import { type ComponentType, createContext, createElement, type ReactNode, useContext, useEffect, useState } from "react";
import { once } from "../once.ts";

/** Code that is loaded on demand. */
export interface LazyCode<T> {
  /** The loaded code; null before. Reading it does not start loading. */
  readonly there: T | null;
  /** Loads the code. Repeated calls share one request; after a failure the next call tries again. */
  fetch(): Promise<T>;
}

/** Declares code to be loaded on first use. */
export function lazyCode<T>(load: () => Promise<T>): LazyCode<T> {
  let there: T | null = null;
  const fetch = once(async () => (there = await load()));
  return {
    fetch,
    get there() {
      return there;
    },
  };
}

/** Closes the part of the page whose code failed to load. Opening it again repeats the attempt and the notice. */
export const CloseMissing = createContext<(() => void) | null>(null);

/** A component that is loaded on demand, and a function to preload it. */
export interface Lazy<Props extends object> {
  /** Renders nothing until it is loaded. */
  readonly Component: (props: Props) => ReactNode;
  /** Preloads it, for example on hover. */
  readonly fetch: () => void;
}

/**
 * Declares a component to be loaded when it is first rendered or preloaded. `lazy` of React is not used: its updates have low priority, so
 * they wait while the page draws a run, and it never tries again after a failure.
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): Lazy<Props> {
  const code = lazyCode(load);
  function Component(props: Props): ReactNode {
    const component = useLazy(code, true, useContext(CloseMissing));
    return component === null ? null : createElement(component, props);
  }
  return { Component, fetch: () => void code.fetch().catch(() => undefined) };
}

/**
 * Loads code when it is needed; null until then. A failure to load is reported by the page.
 * @param onLoadError called if loading fails; must be the same function in every rendering
 */
export function useLazy<T>(code: LazyCode<T>, isNeeded: boolean, onMissing: (() => void) | null = null): T | null {
  const [there, setThere] = useState(() => (isNeeded ? code.there : null));
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isGone = false;
    code.fetch().then(
      (loaded) => isGone || setThere(() => loaded),
      () => isGone || onMissing?.(),
    );
    return () => void (isGone = true);
  }, [code, isNeeded, onMissing]);
  return there;
}
