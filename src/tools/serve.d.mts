/** Serves a folder on 127.0.0.1. `port` is the first one to try, 0 for any; `path` a sub-path with slashes at both ends; `isPublic` packs and caches as hosts do. */
export function serve(
  folder: string,
  where?: { readonly port?: number; readonly path?: string; readonly isPublic?: boolean },
): Promise<{ readonly address: string; readonly port: number; close(): Promise<void> }>;
