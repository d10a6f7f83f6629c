/**
 * Assigns modules to chunks. The code of the first screen is in two chunks: one that the page shares with workers, and one of the page.
 * Code that all kinds of networks need is in a few chunks, and so is code that several engines need. Without these groups, the bundler
 * would create about fifteen chunks for either, some of a hundred bytes, which every worker fetches and links one by one. With a single
 * chunk for either, the first visit would load half as much again, although it needs only one or two of these modules.
 */
import type { Rolldown } from "vite";

type ChunkGroup = Rolldown.CodeSplittingGroup;
type ChunkingContext = Rolldown.ChunkingContext;

/** All modules that a module imports statically, directly or indirectly, including itself. */
function importClosure(id: string, context: ChunkingContext, result = new Set<string>()): ReadonlySet<string> {
  if (result.has(id)) return result;
  result.add(id);
  for (const imported of moduleAt(id, context).importedIds) importClosure(imported, context, result);
  return result;
}

/** A module of the build. It must exist: a renamed file would otherwise leave its group empty without a warning. */
function moduleAt(id: string, context: ChunkingContext): Rolldown.ModuleInfo {
  const moduleInfo = context.getModuleInfo(id);
  if (moduleInfo === null) throw new Error(`The build has no module ${id}: say in src/build/chunks.ts where it is now.`);
  return moduleInfo;
}

/** The entries and dynamically imported modules from which static imports lead to a module. */
function importRoots(id: string, context: ChunkingContext): ReadonlySet<string> {
  const roots = new Set<string>();
  const visited = new Set<string>();
  const visit = (moduleId: string): void => {
    if (visited.has(moduleId)) return;
    visited.add(moduleId);
    const { importers, dynamicImporters, isEntry } = moduleAt(moduleId, context);
    if (isEntry || dynamicImporters.length > 0) roots.add(moduleId);
    importers.forEach(visit);
  };
  visit(id);
  return roots;
}

/** Caches the first result, because the module graph is complete when the first module is assigned to a chunk. */
function computeOnce<T>(compute: (context: ChunkingContext) => T): (context: ChunkingContext) => T {
  let cached: T | null = null;
  return (context) => (cached ??= compute(context));
}

/** A group of the modules that satisfy a condition. */
function chunkGroup(name: string, priority: number, isMember: (id: string, context: ChunkingContext) => boolean): ChunkGroup {
  return { name: (id, context) => (isMember(id, context) ? name : null), debugName: name, priority };
}

/**
 * The groups of modules from which the bundler makes chunks; a module belongs to the group with the highest priority that matches.
 * @param src folder of the sources, with forward slashes and a final one
 */
export function chunkGroups(src: string): ChunkGroup[] {
  const allKinds = `${src}core/kinds/all-kinds.ts`;
  const allKindsModules = computeOnce((context) => importClosure(allKinds, context));
  /**
   * The modules of kinds that the first visit or other parts of the page need without all kinds: they are reached from at least three roots
   * (entries and dynamically imported modules) that do not import all kinds. Modules with fewer roots are loaded after a click and may be
   * slower.
   */
  const sharedKindModules = computeOnce((context) => {
    const usesAllKinds = new Map<string, boolean>();
    const needsAllKinds = (root: string) => {
      const isUsing = usesAllKinds.get(root) ?? importClosure(root, context).has(allKinds);
      usesAllKinds.set(root, isUsing);
      return isUsing;
    };
    const usersOf = (id: string) => [...importRoots(id, context)].filter((root) => !needsAllKinds(root));
    return new Set([...allKindsModules(context)].filter((id) => usersOf(id).length >= 3));
  });
  /** By module that several engines or traffic sources need: these engines and sources. */
  const enginesOf = computeOnce((context) => {
    const engines = ["core/flow-control/engines.ts", "core/simulation/source.ts"].flatMap(
      (file) => moduleAt(src + file, context).dynamicallyImportedIds,
    );
    const usersOfModule = new Map<string, string[]>();
    for (const engine of engines)
      for (const id of importClosure(engine, context))
        if (!engines.includes(id)) usersOfModule.set(id, [...(usersOfModule.get(id) ?? []), engine]);
    return new Map([...usersOfModule].filter(([, users]) => users.length > 1));
  });
  const isPacketEngine = (engine: string) => engine.includes("/cut-through/");
  return [
    // The worker's entry is excluded, because it must not run in the page.
    { name: "core", tags: ["$initial"], test: /\/src\/core\/|\/node_modules\/comlink\//, priority: 9 },
    { name: "page", tags: ["$initial"], test: /^(?!.*\/run\.worker\.ts$)/, priority: 8 },
    // A group also takes the imports of its modules, so code that more modules need has a higher priority.
    chunkGroup("many-kinds", 7, (id, context) => sharedKindModules(context).has(id)),
    chunkGroup("all-kinds", 6, (id, context) => allKindsModules(context).has(id)),
    chunkGroup("engines", 5, (id, context) => (enginesOf(context).get(id)?.length ?? 0) >= 6),
    chunkGroup("packet-engines", 4, (id, context) => enginesOf(context).get(id)?.some(isPacketEngine) === true),
    chunkGroup("other-engines", 3, (id, context) => enginesOf(context).has(id)),
    // Controls that are not on the first screen are small. A chunk for each would take more space in the page's list of files than its
    // code.
    { name: "controls", test: /\/src\/app\/ui\/(fields\/|Dialog\.|Link\.|PlayButton\.|Table\.|ToggleButton\.)/ },
    // Parts of plots are small, too, and share a chunk; hover handling is loaded with the first plot.
    { name: "plot", test: /\/src\/views\/plot\/(?!hover\.)/ },
    // Data that only the pages of papers read. In a separate chunk, it stays cached when these pages change.
    { name: "recorded-outcomes", test: /\/recorded-outcomes\.json$/ },
  ];
}
