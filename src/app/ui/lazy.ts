/** Code that is loaded only when it is wanted: the first screen does not wait for it. It is the same for every page. */
import { type ComponentType, createContext, createElement, type ReactNode, useContext, useEffect, useState } from "react";
import { once } from "../once.ts";

/** Code that comes later. */
export interface LazyCode<T> {
  /** It; null until it has been loaded. To read this loads nothing. */
  readonly there: T | null;
  /** Loads it, unless that is under way; after a failure once more. */
  fetch(): Promise<T>;
}

/** Leaves code to be loaded when it is first wanted. */
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

/** Closes what the reader has opened where its code cannot be loaded: it can then be opened again, and the page says again what is missing. */
export const CloseMissing = createContext<(() => void) | null>(null);

/** A component that comes later, and the way to ask for it a little earlier. */
export interface Lazy<Props extends object> {
  /** Nothing until it is there. */
  readonly Component: (props: Props) => ReactNode;
  /** Begins to load it, as soon as a hand comes near. */
  readonly fetch: () => void;
}

/**
 * Leaves a component to be loaded when it is first shown, or fetched. React's own `lazy` would let it wait while
 * the page draws a run, because what comes late counts as less urgent there; and it never asks again after a failure.
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
 * Code once it is needed; null until it is here. The page says itself what cannot be loaded.
 * @param onMissing hears that it cannot; the same function at each rendering
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
