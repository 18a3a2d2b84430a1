// `npm run bench:sitemaps`: what search engines cost a shop of a million parts on PostgreSQL (`-- --parts 100000` of fewer): the first and a
// later index, every file of parts, plain and compressed, and the most memory that the process has meanwhile. The reader drops what it reads.
import { once } from 'node:events';
import { get, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { postgresServer } from '#test/database.ts';
import { startShop, type TestShop } from '#test/harness.ts';

const { values } = parseArgs({ options: { parts: { type: 'string', default: '1000000' } } });
const count = Number(values.parts);
if (!(count > 0)) throw new Error('--parts wants a number.');
const mib = 1024 * 1024;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const server = await postgresServer();
if (server === undefined) say('PostgreSQL: not run, none on this machine.');
else {
  const database = await openDatabase({ url: server.url, dataDir: '', unlimited: true });
  await migrate(database.db);
  // Ids as the shop makes them: the time first, ten parts in a second; every twentieth part is sold no more.
  await database.pool.query(
    `insert into parts (id, name, description, image, price_cents, order_quantity, in_stock, created_at, updated_at, archived_at)
      select (lpad(to_hex(ms), 12, '0') || '7000' || substr(md5(n::text), 1, 16))::uuid, 'Brake disc, front, vented no. ' || n,
        repeat('Coated cast iron. ', 20), '/pictures/brake-disc.webp', 1250, 200, 1000, to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0),
        case when n % 20 = 0 then now() end
      from (select n, 1700000000000 + n::bigint * 100 as ms from generate_series(1, $1) n) numbered`,
    [count],
  );
  await database.pool.query('vacuum analyze parts');
  const shop = await startShop({ database });
  await measure(shop);
  await shop.close();
  await server.stop();
}

async function measure(shop: TestShop): Promise<void> {
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = shop.app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  await read(`${origin}/robots.txt`);
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  say(`${count} parts; ${Math.round(before / mib)} MiB before.`);
  say('| | ms | processor ms | MiB sent |');
  say('|---|---|---|---|');
  const index = await timed('first index', `${origin}/sitemap.xml`);
  await timed('later index', `${origin}/sitemap.xml`);
  const files = [...index.text.matchAll(/\/sitemaps\/parts-\d+\.xml/g)].map(([path]) => path);
  for (const encoding of ['identity', 'gzip'])
    for (const file of [files[0], files.at(-2), files.at(-1)])
      await timed(`${file} (${encoding})`, `${origin}${file}`, { 'accept-encoding': encoding });
  let listed = 0;
  for (const file of files) listed += (await read(origin + file)).addresses;
  clearInterval(watch);
  say(
    `${listed} addresses in ${files.length} files; at most ${Math.round((most - before) / mib)} MiB more.`,
  );
}

async function timed(what: string, url: string, headers: IncomingHttpHeaders = {}) {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const answer = await read(url, headers);
  const { user, system } = process.cpuUsage(cpu);
  const ms = Math.round(performance.now() - began);
  say(
    `| ${what} | ${ms} | ${Math.round((user + system) / 1000)} | ${(answer.bytes / mib).toFixed(2)} |`,
  );
  return answer;
}

/** Reads and drops an answer; keeps the text of small ones. */
async function read(url: string, headers: IncomingHttpHeaders = {}) {
  const request = get(url, { headers });
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  let bytes = 0;
  let addresses = 0;
  let text = '';
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // A tag that stands in two chunks is not seen in either: there is the end of one in each row.
    if (headers['accept-encoding'] === undefined)
      addresses += chunk.toString('latin1').split('</loc>').length - 1;
    if (bytes < 20_000) text += chunk.toString();
  }
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}.`);
  return { bytes, addresses, text };
}
