import { supplyBands, toDoKindNames, toDoKinds, unpaidAges } from '#contract/figure-rules.ts';
import type {
  BestSeller,
  FiguresQuery,
  figureFiles,
  SalesFigures,
  StockFigures,
  ToDo,
  TypeFigures,
} from '#contract/figures.ts';
import type { Counted } from '#contract/counted.ts';
import { returnReasons } from '#contract/return-rules.ts';
import { csvOf, type CsvColumn } from '#server/http/csv.ts';
import type { Shop } from '#server/shop.ts';
import { showBestSellers } from './best-sellers.ts';
import { showSales } from './sales.ts';
import { showStock } from './stock.ts';
import { listUnpaid, showToDo } from './to-do.ts';

type FigureFile = (typeof figureFiles)[number];

/** One block of the overview as a file. Dollars as plain numbers, so that spreadsheets can add them up. */
export async function figureFile(
  shop: Pick<Shop, 'db' | 'clock'>,
  file: FigureFile,
  query: FiguresQuery,
): Promise<AsyncIterable<string>> {
  const { db, clock } = shop;
  switch (file) {
    case 'to-do':
      return whole(toDoColumns, tasksOf(await showToDo(shop)));
    case 'sales':
      return whole(salesColumns, (await showSales(shop, query)).periods);
    case 'types':
      return whole(typeColumns, (await showSales(shop, query)).types);
    case 'best-sellers':
      return whole(bestSellerColumns, await showBestSellers(shop, query));
    case 'supply':
      return whole(supplyColumns, (await showStock(db)).bands);
    case 'dead-stock':
      return whole(deadColumns, (await showStock(db)).dead);
    case 'unpaid':
      return whole(unpaidColumns, await listUnpaid(db, clock.now()));
  }
}

function whole<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]) {
  return csvOf(columns, () => Promise.resolve({ rows, next: undefined }));
}

const money = (dollars: number): string => dollars.toFixed(2);

interface Task {
  readonly name: string;
  readonly found: Counted;
}

/** The doctor's word is the number of its broken checks; none before the first run. */
function tasksOf(toDo: ToDo): Task[] {
  const { doctor } = toDo;
  const broken = doctor
    ? [{ name: 'Broken checks', found: { count: doctor.broken, more: false } }]
    : [];
  return [
    ...toDoKindNames.map((kind) => ({ name: toDoKinds[kind], found: toDo[kind] })),
    ...broken,
  ];
}

const toDoColumns: readonly CsvColumn<Task>[] = [
  ['What', ({ name }) => name],
  ['How many', ({ found }) => found.count],
  ['Or more', ({ found }) => (found.more ? 'yes' : 'no')],
];

const salesColumns: readonly CsvColumn<SalesFigures & { from: string; to: string }>[] = [
  ['From', ({ from }) => from],
  ['To', ({ to }) => to],
  ['Orders', ({ orders }) => orders],
  ['Pieces', ({ pieces }) => pieces],
  ['Paid', ({ paid }) => money(paid)],
  ['Refunded', ({ refunded }) => money(refunded)],
  ['Revenue', ({ revenue }) => money(revenue)],
  ['Average order', ({ average }) => (average === null ? null : money(average))],
  ['New customers', ({ newCustomers }) => newCustomers],
  ['Returning customers', ({ returningCustomers }) => returningCustomers],
];

const typeColumns: readonly CsvColumn<TypeFigures>[] = [
  ['Part type', ({ name }) => name],
  ['Orders', ({ orders }) => orders],
  ['Pieces', ({ pieces }) => pieces],
  ['Paid', ({ paid }) => money(paid)],
  ['Refunded', ({ refunded }) => money(refunded)],
  ['Pieces returned', ({ returned }) => returned],
  ...Object.entries(returnReasons).map(([reason, words]): CsvColumn<TypeFigures> => [
    words,
    ({ reasons }) => reasons.find((its) => its.reason === reason)?.pieces ?? 0,
  ]),
];

const bestSellerColumns: readonly CsvColumn<BestSeller>[] = [
  ['Product', ({ name }) => name],
  ['Orders', ({ orders }) => orders],
  ['Pieces', ({ pieces }) => pieces],
  ['Paid', ({ paid }) => money(paid)],
  ['Product id', ({ productId }) => productId],
];

const supplyColumns: readonly CsvColumn<StockFigures['bands'][number]>[] = [
  ['Stock lasts', ({ band }) => supplyBands[band]],
  ['Parts', ({ parts }) => parts],
  ['Pieces', ({ pieces }) => pieces],
  ['Value', ({ value }) => money(value)],
];

const deadColumns: readonly CsvColumn<StockFigures['dead'][number]>[] = [
  ['Product', ({ name }) => name],
  ['Pieces', ({ pieces }) => pieces],
  ['Value', ({ value }) => money(value)],
  ['Last sold at', ({ lastSoldAt }) => lastSoldAt],
  ['Product id', ({ productId }) => productId],
];

const unpaidColumns: readonly CsvColumn<ToDo['unpaid'][number]>[] = [
  ['Waiting', ({ age }) => unpaidAges[age]],
  ['Orders', ({ orders }) => orders],
  ['Total', ({ total }) => money(total)],
];
