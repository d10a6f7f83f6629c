/**
 * Which modules lie together in one file. What is needed from the start comes in two: one that workers share and one of the
 * page. What all networks need, and what several engines need, comes in two or three; by itself, the bundler would make about
 * fifteen files of either, some of a hundred bytes, which every worker fetches and links one by one. One file each would make a
 * first visit fetch half as much again, for a module or two of them that it needs.
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

/** The modules that are entries or fetched on demand from which static imports lead to a module. */
function rootsOf(id: string, context: Context): ReadonlySet<string> {
  const roots = new Set<string>();
  const seen = new Set<string>();
  const climb = (each: string): void => {
    if (seen.has(each)) return;
    seen.add(each);
    const { importers, dynamicImporters, isEntry } = moduleAt(each, context);
    if (isEntry || dynamicImporters.length > 0) roots.add(each);
    importers.forEach(climb);
  };
  climb(id);
  return roots;
}

/** Computes something once: the graph of modules is whole when the first of them is put into a file. */
function once<T>(find: (context: Context) => T): (context: Context) => T {
  let found: T | null = null;
  return (context) => (found ??= find(context));
}

/** A group of the modules of which something is true. */
function groupOf(name: string, priority: number, isMember: (id: string, context: Context) => boolean): Group {
  return { name: (id, context) => (isMember(id, context) ? name : null), debugName: name, priority };
}

/** The groups of modules; a module goes to the first that it fits. @param src the folder of the sources, with slashes, and one at its end */
export function chunkGroups(src: string): Group[] {
  const allKinds = `${src}core/kinds/all-kinds.ts`;
  const ofAllKinds = once((context) => closureOf(allKinds, context));
  /** Of these, what at least three parts need without all kinds, a first visit among them. What fewer need comes by a click, and may wait. */
  const ofManyKinds = once((context) => {
    const needsAll = new Map<string, boolean>();
    const needsAllKinds = (root: string) => {
      const known = needsAll.get(root) ?? closureOf(root, context).has(allKinds);
      needsAll.set(root, known);
      return known;
    };
    const usersOf = (id: string) => [...rootsOf(id, context)].filter((root) => !needsAllKinds(root));
    return new Set([...ofAllKinds(context)].filter((id) => usersOf(id).length >= 3));
  });
  /** The engines, and what sends for them, that need a module; only where there are several. */
  const enginesOf = once((context) => {
    const engines = ["core/flow-control/engines.ts", "core/simulation/source.ts"].flatMap(
      (file) => moduleAt(src + file, context).dynamicallyImportedIds,
    );
    const found = new Map<string, string[]>();
    for (const engine of engines)
      for (const id of closureOf(engine, context)) if (!engines.includes(id)) found.set(id, [...(found.get(id) ?? []), engine]);
    return new Map([...found].filter(([, own]) => own.length > 1));
  });
  const isOfPackets = (engine: string) => engine.includes("/cut-through/");
  return [
    // Where a worker begins is no part of these: it must not run in the page.
    { name: "core", tags: ["$initial"], test: /\/src\/core\/|\/node_modules\/comlink\//, priority: 9 },
    { name: "page", tags: ["$initial"], test: /^(?!.*\/run\.worker\.ts$)/, priority: 8 },
    // A group takes along what its modules import: what more of them need comes first.
    groupOf("many-kinds", 7, (id, context) => ofManyKinds(context).has(id)),
    groupOf("all-kinds", 6, (id, context) => ofAllKinds(context).has(id)),
    groupOf("engines", 5, (id, context) => (enginesOf(context).get(id)?.length ?? 0) >= 6),
    groupOf("packet-engines", 4, (id, context) => enginesOf(context).get(id)?.some(isOfPackets) === true),
    groupOf("other-engines", 3, (id, context) => enginesOf(context).has(id)),
    // Controls that are not on the first screen are small. A file each would be longer in the page's list of files than in itself.
    { name: "controls", test: /\/src\/app\/ui\/(fields\/|Dialog\.|Link\.|PlayButton\.|Table\.|ToggleButton\.)/ },
    // So are the parts of plots; what follows pointers comes with the first of them.
    { name: "plot", test: /\/src\/views\/plot\/(?!hover\.)/ },
    // Data that only the papers read; apart, it is not fetched again when their pages change.
    { name: "recorded-outcomes", test: /\/recorded-outcomes\.json$/ },
  ];
}
