import { print } from '#server/print.ts';
import { ownLock, packageFaults } from './licences.ts';
import { root, run, type Ended } from './run.ts';
import { writeBom } from './sbom.ts';
import { secretsIn } from './secret-scan.ts';

interface Check {
  readonly name: string;
  readonly look: () => Promise<Ended>;
}

const command = (...[program, ...parameters]: [string, ...string[]]) => {
  return () => run(program, parameters, { quiet: true });
};

/** A check of our own: passes when it finds nothing and does not throw. */
const faults = (find: () => string[] | Promise<string[]>) => async (): Promise<Ended> => {
  try {
    const found = await find();
    return { ok: found.length === 0, output: found.join('\n') };
  } catch (error) {
    return { ok: false, output: String(error) };
  }
};

/** Everything that checks the code and its packages without running it. */
const checks: readonly Check[] = [
  { name: 'types', look: command('tsc', '--noEmit') },
  {
    name: 'types of contract/ (neither DOM nor Node)',
    look: command('tsc', '--noEmit', '-p', 'contract'),
  },
  { name: 'lint', look: command('oxlint') },
  { name: 'format', look: command('oxfmt', '--check') },
  { name: 'unused code', look: command('knip', '--no-progress') },
  {
    name: 'licences and install scripts of packages',
    look: faults(() => packageFaults(ownLock())),
  },
  { name: 'bill of materials', look: faults(writeBom) },
  { name: 'secrets in files', look: faults(() => secretsIn(root)) },
];

/** Runs the checks in parallel; prints a line for each, and the output of failed ones. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  // The types of the routes are derived from web/routes.ts; tsc needs them first.
  const typegen = await run('react-router', ['typegen'], { quiet: true });
  if (!typegen.ok) print(typegen.output);
  const ended = await Promise.all(
    checks.map(async ({ name, look }) => ({ name, ...(await look()) })),
  );
  for (const { name, ok, output } of ended)
    print(`${ok ? '✓' : '✗'} ${name}${ok ? '' : `\n${output.trimEnd()}\n`}`);
  const failed = ended.filter(({ ok }) => !ok).length + (typegen.ok ? 0 : 1);
  return { passed: ended.length + 1 - failed, failed };
}

if (import.meta.main) process.exitCode = (await runChecks()).failed === 0 ? 0 : 1;
