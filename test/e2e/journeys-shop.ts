// The shop of the journeys, as `npm start` runs it. All that it writes is kept beside its data, for `search-for-vins.ts`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { filesOfJourneys } from './files-of-journeys.ts';

const data = process.env['DATA_DIR'] ?? '';
mkdirSync(data, { recursive: true });
const { log, process: itsProcess } = filesOfJourneys(data);
const shop = spawn(process.execPath, ['scripts/start.js'], { stdio: ['ignore', 'pipe', 'pipe'] });
writeFileSync(itsProcess, String(shop.pid));
const written = createWriteStream(log);
for (const output of [shop.stdout, shop.stderr]) output.pipe(written, { end: false });
shop.stderr.pipe(process.stderr);
// Whoever ends this process ends the shop, too: both get the signal, and the shop's last words are waited for.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
const [code] = (await once(shop, 'close')) as [number | null];
await finished(written.end());
rmSync(itsProcess);
process.exitCode = code ?? 1;
