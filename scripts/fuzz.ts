// `npm run fuzz`: sends at least 300 requests to every operation of the OpenAPI document and prints a table. Exit 1 on a fault.
import { operationsOf, readDocument } from '#test/documented-operations.ts';
import { fuzz, type Tally } from '#test/fuzz/run.ts';
import { startShop } from '#test/harness.ts';
import { sampleRequests } from '#test/sample-requests.ts';
import { print } from '#server/print.ts';

const requests = 300;
const leastSuccesses = 3;
/** Faults that are printed per operation; the table counts all. */
const mostShown = 10;
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const only = process.argv.slice(2);

function row(cells: readonly (string | number)[]): string {
  return cells
    .map((cell, at) => (at === 0 ? String(cell).padEnd(22) : String(cell).padStart(10)))
    .join('');
}

function rowOf({ name, requests: sent, classes, successes, violations }: Tally): string {
  return row([
    name,
    sent,
    ...['2xx', '3xx', '4xx', '5xx'].map((one) => classes[one] ?? 0),
    successes,
    violations.length,
  ]);
}

const shop = await startShop();
const inOrder = Object.keys(sampleRequests);
const operations = operationsOf(await readDocument(shop))
  .filter(({ name }) => only.length === 0 || only.includes(name))
  .toSorted((one, other) => inOrder.indexOf(one.name) - inOrder.indexOf(other.name));
const admin = await shop.person('Fuzzing Admin', { role: 'admin' });
const tallies: Tally[] = [];
print(
  `Seed ${seed}\n${row(['operation', 'requests', '2xx', '3xx', '4xx', '5xx', 'successes', 'faults'])}`,
);
for (const operation of operations) {
  const tally = await fuzz(shop, operation, { admin, requests, sweep: 'all', seed });
  tallies.push(tally);
  print(rowOf(tally));
}
const total = (count: (tally: Tally) => number) =>
  tallies.reduce((sum, tally) => sum + count(tally), 0);
const faults = tallies.flatMap(({ name, successes, violations }) => [
  ...violations.slice(0, mostShown).map((violation) => `${name}: ${violation}`),
  ...(successes < leastSuccesses ? [`${name}: only ${successes} successes`] : []),
]);
print(
  row([
    'all',
    total((one) => one.requests),
    '',
    '',
    '',
    '',
    total((one) => one.successes),
    total((one) => one.violations.length),
  ]),
);
for (const fault of faults) print(`✗ ${fault}`);
for (const line of shop.logged.slice(0, 20)) print(`logged: ${line.slice(0, 500)}`);
await shop.close();
process.exitCode = faults.length > 0 || shop.logged.length > 0 ? 1 : 0;
