import type { Plugin, Rolldown } from 'vite';

/** Modules that pages of both sets need, or, of one set alone, at least so many of its pages, are in this file. */
interface Rule {
  readonly file: string;
  readonly pages: RegExp;
  readonly and?: RegExp;
  readonly least?: number;
}

const account =
  /^(?:addresses|bought-before|dashboard|documents|garage|orders|payments|reviews|saved-lists|users)\//;

/** What comes later on each page of somebody who is signed in. */
const forSignedIn = /^(?:ui\/profile-menu|order-list\/keep-list)$/;

/** What the order pad shows to few: it is loaded later, and by itself. */
const latePad = /^(?:order-pad\/written-pad|order-again\/again-strip|saved-lists\/save-dialog)$/;

/**
 * The first rule that the pages of a module meet names its file; what only one page needs is in that page's own file. Which pages
 * need a module is read from the graph of imports, so that a new module has to be listed nowhere.
 */
const rules: readonly Rule[] = [
  { file: 'shell', pages: /^(?:root|entry\.client)$/ },
  { file: 'shell', pages: /^order-pad\/order-pad-page$/, and: /^(?!order-)/ },
  { file: 'notices', pages: /^parts\/part-page$/, and: /^session\// },
  { file: 'catalogue', pages: /^parts\/parts-page$/, and: /^(?:home\/home|parts\/part)-page$/ },
  { file: 'forms', pages: /^(?:parts\/purchase-page$|order-pad\/)/, and: /^session\/login-page$/ },
  { file: 'shell', pages: /^parts\/part-page$/, and: /^(?!home|parts)/ },
  { file: 'part', pages: /^parts\/part-page$/, and: /^parts\/purchase-page$/ },
  { file: 'ordering', pages: /^parts\/purchase-page$/, and: /^(?!parts)/ },
  { file: 'forms', pages: /^session\//, and: /^(?:garage|orders|payments|reviews)\// },
  { file: 'sign-in', pages: /^session\//, least: 2 },
  { file: 'sign-in', pages: /^session\//, and: /^users\// },
  { file: 'catalogue', pages: /^parts\/parts-page$/, and: account },
  { file: 'found', pages: /^parts\/parts-page$/, and: /^(?:admin|order|vehicle-pages)/ },
  { file: 'ordering', pages: latePad, and: /^payments\// },
  { file: 'lists', pages: latePad, and: account },
  { file: 'lists', pages: /^parts\/list\/parts-table$/, and: /^(?!parts)/ },
  { file: 'paying', pages: /^payments\//, least: 2 },
  // The chooser of a vehicle, which is loaded later, needs it too.
  { file: 'forms', pages: /^garage\//, and: /^reviews\// },
  { file: 'dashboard', pages: /^orders\//, and: /^admin\// },
  { file: 'dashboard', pages: /^(?:dashboard\/dashboard-layout|orders\/my-orders-page)$/ },
  { file: 'dashboard', pages: account, least: 2 },
  { file: 'admin', pages: /^admin\//, least: 2 },
  { file: 'signed-in', pages: forSignedIn },
];

/** What changes with a version of React or its router only. */
const framework = /node_modules[\\/](?:react|react-dom|react-router|scheduler|@remix-run)[\\/]/;

const pageFile =
  /[\\/]web[\\/](.+(?:-page|-layout)|parts\/list\/parts-table|order-pad\/written-pad|order-again\/again-strip|saved-lists\/save-dialog|ui\/profile-menu|order-list\/keep-list|root|entry\.client)\.tsx?$/;

const files = [...new Set(rules.map(({ file }) => file))];

/** The files into which the browser's modules are joined; what a module imports comes with it, unless an earlier file has it. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'framework', test: framework, priority: files.length + 1 },
  ...files.map((file, place) => ({
    debugName: file,
    priority: files.length - place,
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      fileOf(pagesThatNeed(id, graph)) === file ? file : null,
  })),
];

function fileOf(pages: readonly string[]): string | null {
  return rules.find((rule) => belongs(pages, rule))?.file ?? null;
}

function belongs(pages: readonly string[], { pages: wanted, and, least = 1 }: Rule): boolean {
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
