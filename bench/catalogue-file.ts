import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

interface CatalogueFile {
  /** The first of its parts, and how many follow each other. */
  readonly from: number;
  readonly rows: number;
  /** Times the price of the first list; such a list says nothing of stock. */
  readonly dearer?: number;
  /** Own numbers of parts that only get a price, spread over the file. */
  readonly others?: readonly string[];
}

/** A supplier's list of parts, each with a number of its maker, a barcode and a vehicle, and of that many columns. */
export async function writeCatalogueFile(path: string, list: CatalogueFile): Promise<void> {
  const { from, rows, others = [] } = list;
  const file = createWriteStream(path);
  const write = async (line: string) => void (file.write(line) || (await once(file, 'drain')));
  await write(
    'Part number,Name,Brand,Part type,Price,In stock,Minimum order quantity,Details,OE,EAN,Make,Model,Years\r\n',
  );
  const apart = Math.ceil(rows / (others.length + 1));
  for (let at = 0; at < rows; at += 1) {
    await write(lineOf(from + at, list));
    const other = at % apart === apart - 1 ? others[Math.floor(at / apart)] : undefined;
    if (other !== undefined) await write(`${other},,,,13.75,,,,,,,,\r\n`);
  }
  file.end();
  await finished(file);
}

const types = ['Brake disc', 'Oil filter', 'Wiper blade', 'Spark plug', 'Brake pad set'];

function lineOf(row: number, { dearer = 1 }: CatalogueFile): string {
  const type = types[row % types.length] ?? '';
  const number = `BX-${String(row).padStart(7, '0')}`;
  const cells = [
    number,
    `${type} ${row % 997} coated for ${1990 + (row % 30)} models`,
    `Maker ${row % 300}`,
    type,
    ((1 + (row % 9000) / 100) * dearer).toFixed(2),
    dearer === 1 ? 100 * (row % 500) : '',
    100,
    `${type} with all that it is fitted by; tested for ${row % 1000} h.`,
    `OE${row}`,
    String(4_000_000_000_000 + row),
    `Make ${row % 70}`,
    `Model ${row % 1400}`,
    `${1990 + (row % 20)}-${2012 + (row % 10)}`,
  ];
  return `${cells.map((cell) => (/[,"]/.test(String(cell)) ? `"${cell}"` : cell)).join(',')}\r\n`;
}
