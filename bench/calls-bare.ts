// What bench/calls.ts compares the shop with: a bare `node:http` that does the statements by hand with `pg`. It checks nothing, counts nothing, writes no
// history and no mail.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** Opened with the first statement. */
const pool = new pg.Pool({ max: 10 });
// The server may end first.
pool.on('error', () => undefined);

type Values = readonly unknown[];
type Row = Record<string, never>;

const names = new Map<string, string>();

/** Kept by its connection, as the shop's are. */
async function ask(client: pg.Pool | pg.PoolClient, text: string, values: Values): Promise<Row[]> {
  const name = names.get(text) ?? `b${names.size}`;
  names.set(text, name);
  return (await client.query<Row>({ name, text, values: [...values] })).rows;
}

async function inTransaction(work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  } finally {
    client.release();
  }
}

const columns =
  'id, name, brand, part_number, category_id, type_id, description, image, price_cents, order_quantity, price_breaks, in_stock, created_at';
const list = `select ${columns} from parts where archived_at is null order by created_at desc, id desc limit $1`;
const search = `select ${columns} from parts where archived_at is null and search @@ to_tsquery('simple', $1) order by created_at desc, id desc limit 24`;
const part = `select ${columns}, attributes,
  (select json_agg(n) from (select kind, number, maker from part_numbers where part_id = parts.id) n) as numbers,
  (select json_agg(f) from (select make, model, year_from, year_to from fitments where part_id = parts.id) f) as fitments,
  (select json_agg(r) from (select rating, count(*) from reviews where part_id = parts.id group by rating) r) as ratings
  from parts where id = $1 and archived_at is null`;
const owner =
  'select id, name, email from users join access_tokens on user_id = id where token_hash = $1';
const take =
  'update parts set in_stock = in_stock - $2 where id = $1 and archived_at is null and in_stock >= $2 returning price_cents, name, image';
const place = `insert into orders (id, user_id, part_id, part_name, image, unit_price_cents, quantity, total_cents, name, email, address, phone, state, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'unpaid', $13)`;
const toPay = 'select total_cents, state, transaction_id from orders where id = $1';
const open = `insert into payments (intent_id, order_id, attempt, amount_cents, state, created_at, updated_at, wanted_at) values ($1, $2, 1, $3, 'open', $4, $4, $4)`;
const keep =
  "update payments set state = 'kept', updated_at = $2 where intent_id = $1 returning order_id";
const pay = "update orders set state = 'paid', transaction_id = $2, paid_at = $3 where id = $1";

async function answer(request: IncomingMessage): Promise<unknown> {
  const { method, url: path = '', headers } = request;
  if (method === 'GET') {
    const query = new URL(path, 'http://bare.invalid').searchParams;
    if (query.has('q')) return ask(pool, search, [query.get('q')]);
    if (query.has('limit')) return ask(pool, list, [query.get('limit')]);
    return (await ask(pool, part, [path.split('/')[3]]))[0];
  }
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const body = JSON.parse(Buffer.concat(pieces).toString());
  if (path === '/api/orders') return order(body, headers.authorization);
  if (path === '/api/create-payment-intent') {
    const [{ total_cents } = {}] = await ask(pool, toPay, [body.orderId]);
    const id = `pi_${randomUUID()}`;
    await ask(pool, open, [id, body.orderId, total_cents, new Date()]);
    return { clientSecret: `${id}_secret_bare` };
  }
  if (path === '/api/card-events') {
    const intent = body.data.object.id;
    await inTransaction(async (client) => {
      const [{ order_id } = {}] = await ask(client, keep, [intent, new Date()]);
      await ask(client, pay, [order_id, intent, new Date()]);
    });
    return {};
  }
  const [{ transaction_id } = {}] = await ask(pool, toPay, [body.orderId]);
  return { acknowledged: transaction_id === body.transactionId };
}

async function order(
  { productId, quantity, address, phone }: Record<string, unknown>,
  authorization = '',
): Promise<unknown> {
  const token = createHash('sha256').update(authorization.slice('Bearer '.length));
  const [user = {}] = await ask(pool, owner, [token.digest('base64url')]);
  const id = randomUUID();
  let total = 0;
  await inTransaction(async (client) => {
    const [taken = {}] = await ask(client, take, [productId, quantity]);
    total = Number(taken['price_cents']) * Number(quantity);
    const facts = [taken['name'], taken['image'], taken['price_cents'], quantity, total];
    const buyer = [user['name'], user['email'], address, phone, new Date()];
    await ask(client, place, [id, user['id'], productId, ...facts, ...buyer]);
  });
  return { acknowledged: true, insertedId: id, total: total / 100 };
}

/** Listens on a port of its own, which it answers. */
export async function serveBare(url: string): Promise<number> {
  pool.options.connectionString = url;
  const server = createServer((request, response) => {
    const send = (status: number, body: string) =>
      response
        .writeHead(status, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        })
        .end(body);
    const isOrder = request.url === '/api/orders';
    answer(request).then(
      (told) => send(isOrder ? 201 : 200, JSON.stringify(told)),
      (error: unknown) => send(500, String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return portOf(server);
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;
