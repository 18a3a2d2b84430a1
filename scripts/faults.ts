// `npm run faults`: runs every fault test in its long form and prints a table of the results. With names, only those:
// `npm run faults -- kill-embedded`. `--short` runs the short form of `npm test`, `--seed=7` sets the random seed.
import { rows } from '#test/faults/rows.ts';
import { print, printFault } from '#server/print.ts';

const asked = process.argv.slice(2);
const seed = Number(
  /^--seed=(\d+)$/.exec(asked.find((word) => word.startsWith('--seed=')) ?? '')?.[1] ?? 1,
);
const names = asked.filter((word) => !word.startsWith('--'));
const unknown = names.filter((name) => !rows.some((row) => row.name === name));
if (unknown.length > 0) {
  printFault(
    `Unknown: ${unknown.join(', ')}. There are ${rows.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}

const table: { fault: string; command: string; figure: string; pass: boolean }[] = [];
for (const { name, fault, run } of rows.filter(
  (row) => names.length === 0 || names.includes(row.name),
)) {
  const since = performance.now();
  process.stdout.write(`${name} … `);
  const command = `npm run faults -- ${name}`;
  try {
    const { figure } = await run({ long: !asked.includes('--short'), seed });
    table.push({ fault, command, figure, pass: true });
  } catch (error) {
    printFault(error);
    table.push({
      fault,
      command,
      figure: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
      pass: false,
    });
  }
  print(
    `${table.at(-1)?.pass ? 'pass' : 'FAIL'} (${((performance.now() - since) / 1000).toFixed(0)} s)`,
  );
}

print('\n| fault | command | figure | pass |\n|---|---|---|---|');
for (const { fault, command, figure, pass } of table)
  print(`| ${fault} | \`${command}\` | ${figure} | ${pass ? 'yes' : 'NO'} |`);
// Explicitly, because a row may leave something open that would keep the process alive.
process.exit(table.length > 0 && table.every(({ pass }) => pass) ? 0 : 1);
