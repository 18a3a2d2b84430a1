import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** A supplier's list of so many parts, each with a number of its maker, a barcode and a vehicle, and of that many columns. */
export async function writeCatalogueFile(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path);
  file.write(
    'Part number,Name,Brand,Part type,Price,In stock,Minimum order quantity,Details,OE,EAN,Make,Model,Years\r\n',
  );
  for (let row = 0; row < rows; row += 1) if (!file.write(lineOf(row))) await once(file, 'drain');
  file.end();
  await finished(file);
}

const types = ['Brake disc', 'Oil filter', 'Wiper blade', 'Spark plug', 'Brake pad set'];

function lineOf(row: number): string {
  const type = types[row % types.length] ?? '';
  const number = `BX-${String(row).padStart(7, '0')}`;
  const cells = [
    number,
    `${type} ${row % 997} coated for ${1990 + (row % 30)} models`,
    `Maker ${row % 300}`,
    type,
    (1 + (row % 9000) / 100).toFixed(2),
    100 * (row % 500),
    100,
    `${type} in first quality, with all that is needed to fit it; tested over ${row % 1000} hours and packed in boxes of ten.`,
    `OE${row}`,
    String(4_000_000_000_000 + row),
    `Make ${row % 70}`,
    `Model ${row % 1400}`,
    `${1990 + (row % 20)}-${2012 + (row % 10)}`,
  ];
  return `${cells.map((cell) => (/[,"]/.test(String(cell)) ? `"${cell}"` : cell)).join(',')}\r\n`;
}
