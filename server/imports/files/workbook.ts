import { damaged, type Archive } from './archive.ts';
import { TableError, tableLimits } from './imported-table.ts';
import { SharedTexts } from './shared-texts.ts';
import { kindOfFormat, type NumberKind } from './xlsx-values.ts';
import { scanXml } from './xml.ts';

/** What is read of a workbook before its rows (ECMA-376, part 1). */
export interface Workbook {
  /** Names of its sheets in their order; hidden ones come too. */
  readonly sheets: readonly string[];
  readonly sheet: string;
  /** Where the chosen sheet stands in the archive. */
  readonly entry: string;
  readonly from1904: boolean;
  /** How numbers are meant, by the number of a cell's style. */
  readonly kinds: readonly NumberKind[];
  readonly texts: SharedTexts;
}

interface Sheet {
  readonly name: string;
  readonly entry: string;
  readonly hidden: boolean;
}

type Relation = Readonly<Record<'id' | 'type' | 'target', string>>;

/** Reads a workbook up to its rows. Without a name, the first sheet that is not hidden is chosen. */
export async function workbookOf(archive: Archive, name: string | undefined): Promise<Workbook> {
  const root = (await relationsOf(archive, '')).find(({ type }) => type === 'officeDocument');
  if (root === undefined || !archive.has(root.target) || !root.target.endsWith('.xml'))
    throw new TableError(
      'file_format_unknown',
      'The file is an archive, but no XLSX workbook. Open it in a spreadsheet and save it as .xlsx or as CSV UTF-8.',
    );
  const relations = await relationsOf(archive, root.target);
  const { sheets, from1904 } = await sheetsOf(archive, root.target, relations);
  const chosen =
    name === undefined
      ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0])
      : sheets.find((sheet) => sheet.name === name);
  if (chosen === undefined) refuseSheet(name, sheets);
  const target = (type: string) => relations.find((one) => one.type === type)?.target ?? '';
  return {
    sheets: sheets.map((sheet) => sheet.name),
    sheet: chosen.name,
    entry: chosen.entry,
    from1904,
    kinds: await kindsOf(archive, target('styles')),
    texts: await textsOf(archive, target('sharedStrings')),
  };
}

/** What an entry refers to: types by their last word, targets as names of entries. */
async function relationsOf(archive: Archive, of: string): Promise<Relation[]> {
  const folder = of.slice(0, of.lastIndexOf('/') + 1);
  const found: Relation[] = [];
  await scanXml(archive.text(`${folder}_rels/${of.slice(folder.length)}.rels`), {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return;
      const { pathname } = new URL(Target, `file:///${folder}`);
      const target = decodeURIComponent(pathname).slice(1);
      if (found.length >= tableLimits.named) throw damaged();
      found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target });
    },
    text() {},
    close() {},
  });
  return found;
}

async function sheetsOf(
  archive: Archive,
  entry: string,
  relations: readonly Relation[],
): Promise<{ sheets: Sheet[]; from1904: boolean }> {
  const sheets: Sheet[] = [];
  let from1904 = false;
  await scanXml(archive.text(entry), {
    open(tag, attributes) {
      if (tag === 'workbookPr') from1904 = isTrue(attributes['date1904']);
      if (tag !== 'sheet') return;
      const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];
      const relation = relations.find((one) => one.id === id);
      if (relation?.type !== 'worksheet' || !archive.has(relation.target)) return;
      const hidden = (attributes['state'] ?? 'visible') !== 'visible';
      if (sheets.length >= tableLimits.named) throw damaged();
      sheets.push({ name: attributes['name'] ?? '', entry: relation.target, hidden });
    },
    text() {},
    close() {},
  });
  return { sheets, from1904 };
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

function refuseSheet(name: string | undefined, sheets: readonly Sheet[]): never {
  if (name === undefined) throw damaged();
  const names = sheets.map((sheet) => `'${sheet.name}'`).join(', ');
  throw new TableError(
    'file_sheet_unknown',
    `The workbook has no sheet '${name}'. Choose one of ${names.slice(0, 500)}.`,
  );
}

async function kindsOf(archive: Archive, entry: string): Promise<NumberKind[]> {
  const codes = new Map<number, string>();
  const kinds: NumberKind[] = [];
  let inCells = false;
  await scanXml(archive.text(entry), {
    open(name, { numFmtId = '0', formatCode }) {
      if (kinds.length >= tableLimits.named || codes.size >= tableLimits.named) throw damaged();
      if (name === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode);
      if (name === 'cellXfs') inCells = true;
      if (name === 'xf' && inCells)
        kinds.push(kindOfFormat(Number(numFmtId), codes.get(Number(numFmtId))));
    },
    text() {},
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return kinds;
}

async function textsOf(archive: Archive, entry: string): Promise<SharedTexts> {
  const texts = new SharedTexts();
  await scanXml(archive.text(entry), texts.reader());
  return texts;
}
