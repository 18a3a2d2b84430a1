// `npm run bench:capacity -- --price 0.05 --busy 0.5`: what one copy of the shop can do in a day and what that costs, computed from the
// figures that bench/README.md keeps of the other benches. docs/scale.md shows its output.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    /** Assumed, in dollars per core and hour. */
    price: { type: 'string', default: '0.05' },
    /** The share of the time that a copy is busy, on average over the day. */
    busy: { type: 'string', default: '0.25' },
  },
});
const [price, busy] = [Number(values.price), Number(values.busy)];
if (!(price > 0 && busy > 0 && busy <= 1))
  throw new Error('--price wants dollars per core and hour, --busy a share from 0 to 1.');

const daySeconds = 86_400;
const hourSeconds = 3_600;
/** Of bench:orders: the copy of the shop and its PostgreSQL shared two cores. */
const coresOfOrders = 2;

const lines = readFileSync(new URL('README.md', import.meta.url), 'utf8').split('\n');
const cellsOf = (line = '') => line.split('|').map((cell) => cell.trim());

/** The number below a title in the last row of all tables that begins so. */
function figure(row: string, title: string): number {
  const place = lines.findLastIndex((line) => line.startsWith(`| ${row} |`));
  const rule = lines.slice(0, Math.max(0, place)).findLastIndex((line) => line.startsWith('|---'));
  const column = cellsOf(lines[rule - 1]).indexOf(title);
  const found = Number.parseFloat(cellsOf(lines[place])[column] ?? '');
  if (!(found > 0)) throw new Error(`bench/README.md has no figure '${title}' of '${row}'.`);
  return found;
}

const works = [
  {
    name: 'orders placed, with their part of PostgreSQL',
    perSecond: figure('PostgreSQL | 32', 'POST /api/orders'),
    cores: coresOfOrders,
  },
  {
    name: 'cached pages',
    perSecond: 1000 / figure('home, cached', 'now'),
    cores: 1,
  },
  {
    name: 'new searches, with their part of PostgreSQL',
    perSecond: 1000 / figure('a new search, `/parts?q=RANDOM`', 'now'),
    cores: 1,
  },
];

const rows = works.map(({ name, perSecond, cores }) => {
  const perDay = perSecond * daySeconds * busy;
  const millionCosts = ((1e6 / perSecond / hourSeconds) * cores * price) / busy;
  return `| ${name} | ${Math.round(perSecond)} | ${(perDay / 1e6).toFixed(1)} million | $${millionCosts.toFixed(3)} |`;
});
process.stdout.write(
  [
    `| a copy that does nothing else, ${busy * 100} % busy, $${price} per core-hour | per second at most | per day | a million costs |`,
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n'),
);
