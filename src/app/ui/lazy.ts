/** Code that is loaded on demand, so that the first screen does not wait for it. All pages share it. */
import { type ComponentType, createContext, createElement, type ReactNode, useContext, useEffect, useState } from "react";
import { cachedLoader } from "../cached-loader.ts";

/** Code that is loaded on demand. */
export interface LazyCode<T> {
  /** The loaded code; null before it is loaded. Reading this property does not start loading. */
  readonly loaded: T | null;
  /** Loads the code. Repeated calls share one request; after a failure the next call tries again. */
  fetch(): Promise<T>;
}

/** Declares code to be loaded on first use. */
export function lazyCode<T>(load: () => Promise<T>): LazyCode<T> {
  let loaded: T | null = null;
  const fetch = cachedLoader(async () => (loaded = await load()));
  return {
    fetch,
    get loaded() {
      return loaded;
    },
  };
}

/** Closes the part of the page whose code failed to load. Opening it again repeats the attempt and the notice. */
export const CloseOnLoadError = createContext<(() => void) | null>(null);

/** A component that is loaded on demand, and a function to preload it. */
export interface LazyComponent<Props extends object> {
  /** The component, which renders nothing until its code is loaded. */
  readonly Component: (props: Props) => ReactNode;
  /** Preloads the code of the component, for example on hover. */
  readonly fetch: () => void;
}

/**
 * Declares a component to be loaded when it is first rendered or preloaded. `lazy` of React is not used: its updates have low priority, so
 * they wait while the page draws a run, and it never tries again after a failure.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  const code = lazyCode(load);
  function Component(props: Props): ReactNode {
    const component = useLazy(code, true, useContext(CloseOnLoadError));
    return component === null ? null : createElement(component, props);
  }
  return { Component, fetch: () => void code.fetch().catch(() => undefined) };
}

/**
 * Loads code when it is needed; null until then. A failure to load is reported by the page.
 * @param onLoadError called if loading fails; must be the same function in every rendering
 */
export function useLazy<T>(code: LazyCode<T>, isNeeded: boolean, onLoadError: (() => void) | null = null): T | null {
  const [loadedCode, setLoadedCode] = useState(() => (isNeeded ? code.loaded : null));
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isUnmounted = false;
    code.fetch().then(
      (loaded) => isUnmounted || setLoadedCode(() => loaded),
      () => isUnmounted || onLoadError?.(),
    );
    return () => void (isUnmounted = true);
  }, [code, isNeeded, onLoadError]);
  return loadedCode;
}
