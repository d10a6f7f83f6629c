/** Serves a folder on 127.0.0.1. `port` is the first port to try, 0 for any; `path` a sub-path with slashes at both ends; `isPublic` compresses and caches as hosts do, `isCached` only caches. */
export function serve(
  folder: string,
  where?: { readonly port?: number; readonly path?: string; readonly isPublic?: boolean; readonly isCached?: boolean },
): Promise<{ readonly address: string; readonly port: number; close(): Promise<void> }>;
