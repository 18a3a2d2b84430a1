import sax, { type SAXOptions } from 'sax';
import { damaged } from './archive.ts';
import { TableError } from './imported-table.ts';

/** No document of a workbook is deeper, and no tag of it has more attributes. */
const [maxDepth, maxAttributes] = [64, 100];

type Attributes = Readonly<Record<string, string>>;

/** What is done at the tags of a document. Names come without their prefix, which workbooks choose freely. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  text(text: string): void;
  close(name: string): void;
}

/**
 * Reads a document piece by piece and stops after each, so that what its handler has collected can be taken. Documents
 * that declare entities are refused as damaged, as is all that would grow in memory: no workbook needs it.
 */
export async function* readXml(
  pieces: AsyncIterable<string>,
  handler: XmlHandler,
): AsyncGenerator<void> {
  const parser = new StrictParser(handler);
  let started = false;
  for await (const piece of pieces) {
    if (piece === '') continue;
    feed(() => parser.write(piece));
    started = true;
    yield;
  }
  if (started) feed(() => parser.close());
}

/** Reads a whole document for what its handler keeps. */
export async function scanXml(pieces: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  const steps = readXml(pieces, handler);
  while (!(await steps.next()).done);
}

/** Its events are methods, which is what keeps it fast: each that were set on it would make its state slower to reach. */
class StrictParser extends sax.SAXParser {
  private readonly handler: XmlHandler;
  private depth = 0;
  private attributes = 0;

  constructor(handler: XmlHandler) {
    // Only the five entities of XML; the types do not know this option.
    const options: SAXOptions & { strictEntities: boolean } = { strictEntities: true };
    super(true, options);
    this.handler = handler;
  }

  override onerror(error: Error): void {
    throw error;
  }

  override ondoctype(): void {
    throw new Error('A document type');
  }

  override onopentagstart(): void {
    this.attributes = 0;
    this.depth += 1;
    if (this.depth > maxDepth) throw new Error('Too deep');
  }

  override onattribute(): void {
    this.attributes += 1;
    if (this.attributes > maxAttributes) throw new Error('Too many attributes');
  }

  override onopentag({ name, attributes }: { name: string; attributes: object }): void {
    this.handler.open(localName(name), attributes as Attributes);
  }

  override onclosetag(name: string): void {
    this.depth -= 1;
    this.handler.close(localName(name));
  }

  override ontext(text: string): void {
    this.handler.text(text);
  }

  override oncdata(text: string): void {
    this.handler.text(text);
  }
}

function feed(act: () => void): void {
  try {
    act();
  } catch (error) {
    throw error instanceof TableError ? error : damaged(error);
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
