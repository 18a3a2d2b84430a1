import { run } from './run.ts';

/** Everything that reads the code without running it: what it is called, and its command. */
const checks = [
  { name: 'types', command: 'tsc', parameters: ['--noEmit'] },
  { name: 'types of contract/ (neither DOM nor Node)', command: 'tsc', parameters: ['--noEmit', '-p', 'contract'] },
  { name: 'lint', command: 'oxlint', parameters: [] },
  { name: 'format', command: 'oxfmt', parameters: ['--check'] },
  { name: 'unused code', command: 'knip', parameters: ['--no-progress'] },
] as const;

/** Runs the checks side by side; prints one line for each, and what a failed one said. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  // The types of the routes are derived from web/routes.ts; tsc needs them first.
  const typegen = await run('react-router', ['typegen'], { quiet: true });
  if (!typegen.ok) console.log(typegen.output);
  const ended = await Promise.all(
    checks.map(async (check) => ({ check, ...(await run(check.command, check.parameters, { quiet: true })) })),
  );
  for (const { check, ok, output } of ended) console.log(`${ok ? '✓' : '✗'} ${check.name}${ok ? '' : `\n${output.trimEnd()}\n`}`);
  const failed = ended.filter(({ ok }) => !ok).length + (typegen.ok ? 0 : 1);
  return { passed: ended.length + 1 - failed, failed };
}

if (import.meta.main) process.exitCode = (await runChecks()).failed === 0 ? 0 : 1;
