import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

/**
 * Reads how many milliseconds of processor this process and the connections of the database have used so far. A server's are known only when it runs on
 * this machine and it is Linux; those of other clients count, too. The embedded engine is in this process. Further processes by their ids: to ten milliseconds.
 */
export async function processorClock(
  pool: pg.Pool,
  further: readonly number[] = [],
): Promise<() => number> {
  const { rows } = await pool.query<{ data_directory: string }>('show data_directory');
  const file = path.join(rows[0]?.data_directory ?? '', 'postmaster.pid');
  const pid = existsSync(file) ? (readFileSync(file, 'utf8').split('\n')[0] ?? '') : '';
  const children = `/proc/${pid}/task/${pid}/children`;
  const known = new Map<string, number>();
  return () => {
    const { user, system } = process.cpuUsage();
    if (pid !== '' && existsSync(children))
      for (const child of readFileSync(children, 'utf8').trim().split(' '))
        known.set(child, processorOf(child) ?? known.get(child) ?? 0);
    const others = [...known.values(), ...further.map(processorOfAll)];
    return (user + system) / 1000 + others.reduce((sum, one) => sum + one, 0);
  };
}

function processorOf(pid: string): number | undefined {
  const file = `/proc/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : undefined;
}

/** Of all of a process's threads; the kernel counts them in hundredths of a second. */
function processorOfAll(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
