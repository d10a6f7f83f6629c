/**
 * Which modules lie together in one file. What is needed from the start comes in two: one that workers share and one of the
 * page. What all networks need, and what several engines need, is one file each; by itself, the bundler would make about
 * fifteen files of either, some of a hundred bytes, which every worker fetches and links one by one.
 */
import type { Rolldown } from "vite";

type Group = Rolldown.CodeSplittingGroup;
type Context = Rolldown.ChunkingContext;

/** The modules that one imports statically, itself among them, and what those import. */
function closureOf(id: string, context: Context, into = new Set<string>()): ReadonlySet<string> {
  if (into.has(id)) return into;
  into.add(id);
  for (const imported of moduleAt(id, context).importedIds) closureOf(imported, context, into);
  return into;
}

/** A module of the build. A file that was renamed must not leave its group empty unseen. */
function moduleAt(id: string, context: Context): Rolldown.ModuleInfo {
  const found = context.getModuleInfo(id);
  if (found === null) throw new Error(`The build has no module ${id}: say in src/build/chunks.ts where it is now.`);
  return found;
}

/** Computes something once: the graph of modules is whole when the first of them is put into a file. */
function once(find: (context: Context) => ReadonlySet<string>): (context: Context) => ReadonlySet<string> {
  let found: ReadonlySet<string> | null = null;
  return (context) => (found ??= find(context));
}

/** The groups of modules; a module goes to the first that it fits. @param src the folder of the sources, with slashes, and one at its end */
export function chunkGroups(src: string): Group[] {
  const ofAllKinds = once((context) => closureOf(`${src}core/all-kinds.ts`, context));
  const ofEngines = once((context) => {
    const engines = ["core/flow-control/engines.ts", "core/simulation/source.ts"].flatMap(
      (file) => moduleAt(src + file, context).dynamicallyImportedIds,
    );
    const counts = new Map<string, number>();
    for (const engine of engines) for (const id of closureOf(engine, context)) counts.set(id, (counts.get(id) ?? 0) + 1);
    for (const engine of engines) counts.delete(engine);
    return new Set([...counts].filter(([, count]) => count > 1).map(([id]) => id));
  });
  return [
    // Where a worker begins is no part of these: it must not run in the page.
    { name: "core", tags: ["$initial"], test: /\/src\/core\/|\/node_modules\/comlink\//, priority: 4 },
    { name: "page", tags: ["$initial"], test: /^(?!.*\/run\.worker\.ts$)/, priority: 3 },
    { name: (id, context) => (ofAllKinds(context).has(id) ? "all-kinds" : null), priority: 2 },
    { name: (id, context) => (ofEngines(context).has(id) ? "engines" : null), priority: 1 },
    // Data that only the papers read; apart, it is not fetched again when their pages change.
    { name: "recorded-outcomes", test: /\/recorded-outcomes\.json$/ },
  ];
}
