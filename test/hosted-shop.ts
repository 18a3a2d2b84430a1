// `node test/hosted-shop.ts`: a shop of the demo with an account at Stripe, Stripe being a stand-in on this machine. Prints one line
// of JSON when it is open; ends with SIGTERM. For journeys in a browser (test/e2e/hosted-cards.e2e.ts).
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { assemble } from '#server/assemble.ts';
import { systemClock } from '#server/clock.ts';
import { mountSite } from '#server/http/site.ts';
import { sandboxes } from '#server/start/third-party-config.ts';
import { freshDatabase, temporaryFolder } from './database.ts';
import { samplePart } from './samples.ts';
import { listenAsStripe, standInKeys } from './stripe-stand-in.ts';

const port = await freePort();
const publicUrl = `http://localhost:${port}`;
const dataDir = temporaryFolder('hosted');
const [database, memoryOfStripe] = [await freshDatabase(), await freshDatabase()];
const stripe = await listenAsStripe({ db: memoryOfStripe.db, clock: systemClock });
const { app, shop } = await assemble({
  database,
  clock: systemClock,
  logger: pino({ level: 'warn' }, process.stderr),
  publicUrl,
  thirdParties: { ...sandboxes, cards: { ...standInKeys, standIn: stripe.address } },
  dataDir,
  identitySecret: 'a secret of tests, long enough to be one',
  contact: { email: 'hello@shop.test', phone: '+1 555-0100', street: '1 Test Street, Testland' },
  orderHoldHours: 72,
  adminFactorGraceDays: 14,
  demoAccounts: [],
  isOpen: () => true,
  pages: (one, pages) => mountSite(one, pages),
});
await samplePart(shop.db, { inStock: 10_000 });
await app.listen({ host: '127.0.0.1', port });
process.stdout.write(`${JSON.stringify({ address: publicUrl, stripe: stripe.address.origin })}\n`);

process.once('SIGTERM', () => void close().then(() => process.exit(0)));

async function close(): Promise<void> {
  await app.close();
  await stripe.close();
  await Promise.all([database.close(), memoryOfStripe.close()]);
  rmSync(dataDir, { recursive: true, force: true });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = probe.address() as AddressInfo;
  probe.close();
  return free;
}
