import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cpuSeconds, secondsIn } from './cpu-time.ts';

describe('CPU time', () => {
  it('is read from behind a name with spaces and brackets: own and waited-for, user and system', () => {
    const behind = 'S 1 7 7 0 -1 4194560 99 98 97 96 1000 200 30 4 20 0 11 0 5 6 7';
    expect(secondsIn(`4711 (node (x) 1 2 3) ${behind}\n`)).toBe(12.34);
    expect(secondsIn('4711 (node) S 1 7')).toBeNaN();
  });

  it('grows by what a child burned once it was waited for, and is not told where the system does not say', () => {
    const before = cpuSeconds();
    expect(before === undefined).toBe(!existsSync('/proc/self/stat'));
    spawnSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 400_000) Math.sqrt(2);']);
    expect((cpuSeconds() ?? 1) - (before ?? 0)).toBeGreaterThanOrEqual(0.39);
  });
});
