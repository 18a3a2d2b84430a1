import type { Plugin, Rolldown } from 'vite';

/** A file with the modules that pages of both sets need, or, of one set alone, at least so many of its pages. */
interface Shared {
  readonly name: string;
  readonly pages: RegExp;
  readonly and?: RegExp;
  readonly least?: number;
}

const account =
  /^(?:addresses|bought-before|dashboard|documents|garage|orders|payments|reviews|saved-lists|users)\//;

/** What the order pad shows to few: it is loaded later, and by itself. */
const latePad = /^(?:order-pad\/written-pad|order-again\/again-strip|saved-lists\/save-dialog)$/;

/**
 * Each module is in the first of these files whose pages need it; what only one page needs is in that page's own file. Which pages
 * need a module is read from the graph of imports, so that a new module has to be listed nowhere.
 */
const sharedFiles: readonly Shared[] = [
  { name: 'shell', pages: /^(?:root|entry\.client)$/ },
  { name: 'shell', pages: /^order-pad\/order-pad-page$/, and: /^(?:home|parts|session)\// },
  { name: 'lines', pages: /^order-pad\/order-pad-page$/, and: /^(?!order-pad)/ },
  { name: 'notices', pages: /^parts\/part-page$/, and: /^session\// },
  { name: 'catalogue', pages: /^parts\/parts-page$/, and: /^(?:home\/home|parts\/part)-page$/ },
  { name: 'forms', pages: /^(?:parts\/purchase-page$|order-pad\/)/, and: /^session\/login-page$/ },
  { name: 'shell', pages: /^parts\/part-page$/, and: /^(?!home|parts)/ },
  { name: 'part', pages: /^parts\/part-page$/, and: /^parts\/purchase-page$/ },
  { name: 'ordering', pages: /^parts\/purchase-page$/, and: /^(?!parts)/ },
  { name: 'sign-in', pages: /^session\//, least: 2 },
  { name: 'found', pages: /^parts\/parts-page$/, and: /^(?:admin|order|vehicle-pages)/ },
  { name: 'pad', pages: latePad, and: account },
  { name: 'paying', pages: /^payments\//, least: 2 },
  { name: 'tables', pages: /^(?:parts\/list\/parts-table$|orders\/)/, and: /^admin\// },
  { name: 'dashboard', pages: /^(?:dashboard\/dashboard-layout|orders\/my-orders-page)$/ },
  { name: 'account', pages: account, least: 2 },
  { name: 'admin', pages: /^admin\//, least: 2 },
];

/** What changes with a version of React or its router only. */
const framework =
  /rolldown[\\/]runtime|node_modules[\\/](?:react|react-dom|react-router|scheduler|@remix-run)[\\/]/;

const pageFile =
  /[\\/]web[\\/](.+(?:-page|-layout)|parts\/list\/parts-table|order-pad\/written-pad|order-again\/again-strip|saved-lists\/save-dialog|root|entry\.client)\.tsx$/;

/** The files into which the browser's modules are joined; what a module of one imports is in the same, unless an earlier one has it. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'framework', test: framework, priority: sharedFiles.length + 1 },
  ...[...new Set(sharedFiles.map(({ name }) => name))].map((file, place) => ({
    debugName: file,
    priority: sharedFiles.length - place,
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      fileOf(pagesThatNeed(id, graph)) === file ? file : null,
  })),
];

function fileOf(pages: readonly string[]): string | null {
  return sharedFiles.find((shared) => belongs(pages, shared))?.name ?? null;
}

function belongs(pages: readonly string[], { pages: wanted, and, least = 1 }: Shared): boolean {
  const has = (set: RegExp) => pages.filter((page) => set.test(page)).length;
  return has(wanted) >= least && (and === undefined || has(and) > 0);
}

/** The pages from which static imports lead to a module. */
function pagesThatNeed(id: string, graph: Rolldown.ChunkingContext): string[] {
  const seen = new Set([id]);
  // Modules that are found while it is walked are walked, too.
  for (const module of seen)
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) seen.add(importer);
  return [...seen].flatMap((module) => pageFile.exec(module)?.[1]?.replaceAll('\\', '/') ?? []);
}

/**
 * Vite wraps each dynamic import in code of 1 KB, on every page, that loads its styles first. Ours have none: the router loads those
 * of pages. A dynamic import of something with styles fails the build.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null,
    writeBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.code.includes('__vite__mapDeps'))
          this.error(`${file.fileName} imports something with styles dynamically.`);
    },
  };
}
