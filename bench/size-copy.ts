// Started by bench/size.ts: a further copy of the shop, on the PostgreSQL of the first one.
import type { AddressInfo } from 'node:net';
import { openDatabase } from '#server/db/open.ts';
import { startShop } from '#test/harness.ts';
import { pageClock, type Paced } from './page-clock.ts';

const [url = '', copies = ''] = process.argv.slice(2);
process.env['NODE_ENV'] = 'production';
// After the line above: React's development version takes twice the time.
const { mountSite } = await import('#server/http/site.ts');

const pageTime = pageClock(Number(copies));
const shop = await startShop({
  database: await openDatabase({ url, dataDir: '' }),
  pages: (app, given) => mountSite(app, { ...given, now: pageTime.now }),
});
await shop.app.listen({ host: '127.0.0.1', port: 0 });
shop.app.server.prependListener('request', pageTime.count);
process.on('message', (question: Paced) => {
  pageTime.start(question);
  process.send?.('started');
});
process.once('disconnect', () => void shop.close().finally(() => process.exit()));
process.send?.((shop.app.server.address() as AddressInfo).port);
