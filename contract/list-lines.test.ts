import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantityOf } from './list-cell.ts';
import { mostLines } from './list-limits.ts';
import { linesOf, pastedLines, type WrittenLine } from './list-lines.ts';

/** Lines as 'NUMBER × QUANTITY', '?' where no quantity is known. */
const briefly = (lines: readonly WrittenLine[]) =>
  lines.map(({ number, quantity }) => `${number} × ${quantity ?? '?'}`);

const pastes: [what: string, text: string, lines: string[]][] = [
  [
    'two columns of a spreadsheet',
    'BD-3122\t400\nHL-72735\t500\n',
    ['BD-3122 × 400', 'HL-72735 × 500'],
  ],
  [
    'Windows line ends and a BOM',
    '\uFEFFBD-3122;400\r\nHL-72735;500\r\n',
    ['BD-3122 × 400', 'HL-72735 × 500'],
  ],
  ['old Macintosh line ends', 'BD-3122;400\rHL-72735;500', ['BD-3122 × 400', 'HL-72735 × 500']],
  ['the quantity first', '400\tBD-3122\n500\tHL-72735', ['BD-3122 × 400', 'HL-72735 × 500']],
  ['a heading', 'Part number;Qty\nBD-3122;400', ['BD-3122 × 400']],
  [
    'a German heading, the other way round',
    'Menge\tArtikelnummer\n1.000\tBD-3122',
    ['BD-3122 × 1000'],
  ],
  ['a heading in a language nobody listed', 'Kód,Ks\nBD-3122,400', ['BD-3122 × 400']],
  ['a title above the heading', 'Order 2026-11\t\nItem no.\tQty\nBD-3122\t400', ['BD-3122 × 400']],
  [
    'an offer with positions, names and prices',
    'Pos;Artikel;Bezeichnung;Menge;Preis\n1;BD-3122;"Disc; 312 mm";1.000;12,50\n2;HL-7;Fluid, 5 l;200;9,00',
    ['BD-3122 × 1000', 'HL-7 × 200'],
  ],
  [
    'the same without a heading',
    '1;BD-3122;Brake disc 312 mm;400;12,50\n2;HL-7;Brake fluid;200;9,00',
    ['BD-3122 × 400', 'HL-7 × 200'],
  ],
  [
    'a column that is not about numbers or quantities before both',
    'Workshop A;300;BD-3122\nWorkshop B;300;HL-7',
    ['BD-3122 × 300', 'HL-7 × 300'],
  ],
  [
    'a different separator in each line',
    'BD-3122\t400\n58-33170-04\t200\nHL-72735;500\nMenge: 300  IH-138-9414',
    ['BD-3122 × 400', '58-33170-04 × 200', 'HL-72735 × 500', 'IH-138-9414 × 300'],
  ],
  [
    'an order that changes',
    'BD-3122;400\n500;HL-72735\nHL-7;600',
    ['BD-3122 × 400', 'HL-72735 × 500', 'HL-7 × 600'],
  ],
  [
    'numbers with spaces, two before the quantity',
    '06A 115 561 B  400\n1K0 615 301  37',
    ['06A 115 561 B × 400', '1K0 615 301 × 37'],
  ],
  [
    'numbers with spaces, one before the quantity',
    '06A 115 561 B 400\n1K0 615 301 200',
    ['06A 115 561 B × 400', '1K0 615 301 × 200'],
  ],
  [
    'the quantity before numbers with spaces',
    '400 06A 115 561 B\n200 1K0 615 301 C',
    ['06A 115 561 B × 400', '1K0 615 301 C × 200'],
  ],
  [
    'only numbers with spaces',
    '1K0 615 301\n06A 115 561 B\n1K0 615 302',
    ['1K0 615 301 × ?', '06A 115 561 B × ?', '1K0 615 302 × ?'],
  ],
  ['only numbers', 'BD-3122\nHL-72735\n', ['BD-3122 × ?', 'HL-72735 × ?']],
  ['one number', 'BD-3122', ['BD-3122 × ?']],
  ['numbers of digits only', '123456,400\n123457,500', ['123456 × 400', '123457 × 500']],
  ['numbers of digits only, last', '400;123456\n200;234567', ['123456 × 400', '234567 × 200']],
  ['numbers of digits only at spaces', '400 123456\n200 234567', ['123456 × 400', '234567 × 200']],
  [
    'as many digits in both: what differs is the number',
    '100;311\n100;312\n100;313',
    ['311 × 100', '312 × 100', '313 × 100'],
  ],
  ['nothing tells them apart: the number is first', '311\t312', ['311 × 312']],
  [
    'a number that could be pieces, beside a description and a price',
    'X10\tBrake disc, front 312 mm\t1\t12.50',
    ['X10 × 1'],
  ],
  ['a leading zero', '0045;400\n0046;4000', ['0045 × 400', '0046 × 4000']],
  [
    'barcodes',
    '4006633381918\t100\n4006633381925\t200',
    ['4006633381918 × 100', '4006633381925 × 200'],
  ],
  [
    'grouped thousands of all kinds',
    "A1\t1.000\nA2\t1,000\nA3\t1 000\nA4\t1'000\nA5\t1\u00A0000\nA6\t1,000.00\nA7\t1.000,00\nA8\t400.00",
    [
      'A1 × 1000',
      'A2 × 1000',
      'A3 × 1000',
      'A4 × 1000',
      'A5 × 1000',
      'A6 × 1000',
      'A7 × 1000',
      'A8 × 400',
    ],
  ],
  [
    'grouped thousands at spaces',
    'BD-3122 1,000\nHL-72735 12,500',
    ['BD-3122 × 1000', 'HL-72735 × 12500'],
  ],
  [
    'grouped thousands in an unquoted CSV',
    'BD-3122,1,000\nHL-7,1,500',
    ['BD-3122 × 1000', 'HL-7 × 1500'],
  ],
  [
    'grouped thousands in a quoted CSV',
    'BD-3122,"1,000"\nHL-7,"400"',
    ['BD-3122 × 1000', 'HL-7 × 400'],
  ],
  [
    'units and signs',
    'BD-3122 400 pcs\n12-77 200 x\nHL-1 x300\nHL-2 x 500\nHL-3 250 Stk.',
    ['BD-3122 × 400', '12-77 × 200', 'HL-1 × 300', 'HL-2 × 500', 'HL-3 × 250'],
  ],
  [
    'as people write to each other',
    '400 x BD-3122\n200x HL-7\n100 pcs HL-9',
    ['BD-3122 × 400', 'HL-7 × 200', 'HL-9 × 100'],
  ],
  [
    'quotes within quotes, a line end in a cell',
    '"HL ""1""\n2";400\n"BD;3";500',
    ['HL "1" 2 × 400', 'BD;3 × 500'],
  ],
  ['a quote that never ends', '"BD-1;400\nBD-2;500', ['"BD-1 × 400', 'BD-2 × 500']],
  ['inches are no quotes', 'BD-12"\t400', ['BD-12" × 400']],
  [
    'texts that a spreadsheet was told to keep',
    '="0012345";300\n\'0099;200',
    ['0012345 × 300', '0099 × 200'],
  ],
  [
    'quantities that are none',
    'BD-1;400\nBD-2;many\nBD-3;2,5\nBD-4;-5\nBD-5;',
    ['BD-1 × 400', 'BD-2 × ?', 'BD-3 × ?', 'BD-4 × ?', 'BD-5 × ?'],
  ],
  ['a list that is only counted', '1;BD-7\n2;BD-8\n3;BD-9', ['BD-7 × ?', 'BD-8 × ?', 'BD-9 × ?']],
  [
    'a counter after the number',
    'BD-7;1;400\nBD-8;2;200\nBD-9;3;100',
    ['BD-7 × 400', 'BD-8 × 200', 'BD-9 × 100'],
  ],
  ['a sign that cannot be both', 'BD-7\t1,000,00\nBD-8\t100', ['BD-7 × ?', 'BD-8 × 100']],
  ['signs that are no text', 'BD\u0000-7\u0007;400\nBD-8\uD800;100', ['BD -7 × 400', 'BD-8 × 100']],
  ['nothing', '', []],
  ['spaces and empty lines', ' \n\t\t\n;;\n\n', []],
];

describe('a pasted list', () => {
  it.each(pastes)('is understood: %s', (_, text, expected) => {
    expect(briefly(pastedLines(text).lines)).toEqual(expected);
  });

  it('names what it leaves out, by its row', () => {
    const text = 'Number;Qty\n\nBD-3122;400\nBD-3155;0\n;500\nthank you;\nHL-7;100';
    expect(pastedLines(text)).toEqual({
      lines: [
        { number: 'BD-3122', quantity: 400 },
        { number: 'HL-7', quantity: 100 },
      ],
      skipped: [
        { row: 1, text: 'Number Qty', reason: 'heading' },
        { row: 4, text: 'BD-3155 0', reason: 'zero' },
        { row: 5, text: '500', reason: 'noNumber' },
        { row: 6, text: 'thank you', reason: 'noNumber' },
      ],
    });
  });

  it('ends after 500 lines and names the rest', () => {
    const text = Array.from({ length: 503 }, (_, at) => `BD-${at};100`).join('\n');
    const { lines, skipped } = pastedLines(text);
    expect(lines).toHaveLength(mostLines);
    expect(skipped.map(({ row, reason }) => [row, reason])).toEqual([
      [501, 'tooMany'],
      [502, 'tooMany'],
      [503, 'tooMany'],
    ]);
  });

  it('is read in time that grows with its length', () => {
    /** Processor time of this thread, so that other work does not count. */
    const took = (length: number, piece: string) => {
      const before = process.threadCpuUsage();
      pastedLines(piece.repeat(length / piece.length));
      return process.threadCpuUsage(before).user;
    };
    for (const piece of ['"', '"a;', ' ', 'x 1 ', ',1', '1 000 ', "'", '\t']) {
      const short = Math.max(...[1, 2, 3].map(() => took(30_000, piece)));
      // Ten times the text, and half a second; with its square it would be a hundred times, and minutes.
      expect(took(300_000, piece), piece).toBeLessThan(40 * short + 500_000);
    }
  });

  it('is never an error', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'aB1 40x0\t;,."\'\n\r=-\u00A0')), (signs) => {
        const { lines } = pastedLines(signs.join(''));
        expect(lines.every(({ quantity }) => quantity !== 0)).toBe(true);
      }),
    );
  });
});

const word = fc.stringMatching(/^[A-Z]{1,3}[0-9]{2,5}$/);
/** Numbers with letters, with digits only (longer than quantities), with spaces. */
const number = fc.oneof(
  word,
  fc.tuple(word, word).map((words) => words.join('-')),
  fc.stringMatching(/^[1-9][0-9]{7,11}$/),
  fc
    .tuple(word, fc.stringMatching(/^[0-9]{3}$/), fc.constantFrom('B', 'CD'))
    .map((words) => words.join(' ')),
);
const quantity = fc.integer({ min: 1, max: 99_999 });
/** 'X10' alone may be ten pieces, too: one of the numbers must be none. */
const list = fc
  .array(fc.record({ number, quantity }), { minLength: 1, maxLength: 40 })
  .filter((lines) => lines.some((line) => quantityOf(line.number) === undefined));

const asWritten: Record<string, (quantity: number) => string> = {
  plain: String,
  points: (one) => String(one).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, '.'),
  quoted: (one) => `"${String(one).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ',')}"`,
  pieces: (one) => `${one} pcs`,
};

const layout = fc.record({
  separator: fc.constantFrom('\t', ';', ',', '  '),
  quantityFirst: fc.boolean(),
  heading: fc.option(
    fc.constantFrom(['Part number', 'Qty'], ['OE No.', 'Pieces'], ['Teilenummer', 'Anzahl']),
  ),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  written: fc.constantFrom(...Object.keys(asWritten)),
  bom: fc.boolean(),
});

describe('any list', () => {
  it('comes back, however it is written', () => {
    fc.assert(
      fc.property(
        list,
        layout,
        (lines, { separator, quantityFirst, heading, lineEnd, written, bom }) => {
          const write = asWritten[separator === '  ' && written === 'quoted' ? 'plain' : written]!;
          const pairs = lines.map((line) => [line.number, write(line.quantity)]);
          const rows = heading ? [heading, ...pairs] : pairs;
          const text = rows
            .map((cells) => (quantityFirst ? cells.toReversed() : cells).join(separator))
            .join(lineEnd);
          expect(pastedLines((bom ? '\uFEFF' : '') + text).lines).toEqual(lines);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('comes back from the cells of a file with further columns', () => {
    fc.assert(
      fc.property(list, fc.boolean(), (lines, counted) => {
        const rows = lines.map((line, at) => [
          ...(counted ? [String(at + 1)] : []),
          line.number,
          'Brake disc, front 312 mm',
          String(line.quantity),
          '12.50',
        ]);
        expect(linesOf(rows).lines).toEqual(lines);
      }),
    );
  });
});
