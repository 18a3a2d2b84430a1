// What bench/start.ts asks of a demo shop: pages and lists of guests, a customer's from signing in to an opened payment, and admins' lists.
import { setTimeout as sleep } from 'node:timers/promises';
import { partSlug } from '#contract/part-rules.ts';
import { demoAccounts } from '#server/db/demo/demo-accounts.ts';

const guests = 4;
/** One order after so long: an account may open sixty payments in ten minutes. */
const apartMs = 12_000;
/** So many orders from one sign-in: an account may sign in ten times in ten minutes. */
const ordersOfSignIn = 6;
/** A customer or an admin reads for so long before the next list. */
const readingMs = 200;

const guestsPaths = [
  '/',
  '/parts',
  '/parts?q=RANDOM',
  '/parts/PART',
  '/api/parts?limit=24',
  '/api/parts',
  '/api/search?q=brake+RANDOM&limit=24',
  '/vehicles',
  '/login',
  '/blog',
];
const customersPaths = ['/api/my-orders?limit=20', '/api/bought-before?limit=20', '/api/my-alerts'];
const adminsPaths = [
  '/api/order?limit=25',
  '/api/order?limit=25&state=pending&sort=-total',
  '/api/admin/orders/count?state=pending',
  '/api/admin/parts?limit=25&show=low&sort=-stock',
  '/api/users?limit=25&q=buyer',
  '/api/admin/audit?limit=25',
  '/api/admin/to-do',
  '/api/admin/doctor',
];

interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly token?: string;
  readonly cookie?: string;
  readonly body?: object;
}

/** How many answers there were, and by their status how many were refused. */
interface Asked {
  answers: number;
  readonly refused: Map<number, number>;
}

interface Client {
  readonly asked: Asked;
  /** Answers the body as it came, and the cookies. */
  send(path: string, sent?: Sent): Promise<{ readonly text: string; readonly cookie: string }>;
  isOver(): boolean;
}

function clientOf(address: string, seconds: number): Client {
  const until = performance.now() + seconds * 1000;
  const asked: Asked = { answers: 0, refused: new Map() };
  return {
    asked,
    isOver: () => performance.now() > until,
    async send(path, { method = 'GET', token, cookie, body } = {}) {
      const headers = {
        origin: address,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/json' }),
      };
      const sent = body && { body: JSON.stringify(body) };
      const answer = await fetch(address + path, { method, headers, ...sent });
      const text = await answer.text();
      const { status } = answer;
      asked.answers += 1;
      if (!answer.ok) asked.refused.set(status, (asked.refused.get(status) ?? 0) + 1);
      // Whoever has no budget left waits for it.
      if (status === 429) await sleep(readingMs);
      const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
      return { text, cookie: cookies.join('; ') };
    },
  };
}

/** Asks for so long, by six people at once, of whom four are guests. */
export async function mixedLoad(address: string, seconds: number): Promise<Asked> {
  const client = clientOf(address, seconds);
  const parts = JSON.parse((await client.send('/api/parts?limit=100')).text) as Part[];
  await Promise.all([
    ...Array.from({ length: guests }, () => guest(client, parts)),
    customer(client, parts),
    admin(client),
  ]);
  return client.asked;
}

interface Part {
  readonly _id: string;
  readonly name: string;
  readonly inStock: number;
  readonly orderQuantity: number;
}

async function guest({ send, isOver, asked }: Client, parts: readonly Part[]): Promise<void> {
  while (!isOver()) {
    const number = asked.answers;
    const part = parts[number % parts.length];
    const path = guestsPaths[number % guestsPaths.length] ?? '/';
    const slug = part ? partSlug(part) : '';
    await send(path.replace('RANDOM', `word${number}`).replace('PART', slug));
  }
}

/** The access token of somebody, who signs in as the browser does. */
async function signIn(
  { send }: Client,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  const body = { email, password };
  const { cookie } = await send('/api/identity/sign-in/email', { method: 'POST', body });
  const { token } = JSON.parse((await send('/api/identity/token', { cookie })).text) as {
    token?: string;
  };
  if (token === undefined) throw new Error(`${email} could not sign in.`);
  const put = await send(`/api/users/${email}`, { method: 'PUT', token, body: {} });
  return (JSON.parse(put.text) as { accessToken: string }).accessToken;
}

async function customer(client: Client, parts: readonly Part[]): Promise<void> {
  const { send, isOver } = client;
  const sold = parts.filter(({ inStock, orderQuantity }) => inStock >= orderQuantity);
  let [orders, token, orderedAt] = [0, '', -Infinity];
  while (!isOver()) {
    if (performance.now() - orderedAt > apartMs) {
      orderedAt = performance.now();
      if (orders % ordersOfSignIn === 0) token = await signIn(client, demoAccounts.customer);
      const part = sold[orders % sold.length];
      if (part) await order(client, token, part);
      orders += 1;
    }
    for (const path of customersPaths) await send(path, { token });
    await sleep(readingMs);
  }
}

/** Placed, its payment opened, and cancelled: pieces and the number of unpaid orders would end. */
async function order({ send }: Client, token: string, part: Part): Promise<void> {
  const { text } = await send('/api/orders', {
    method: 'POST',
    token,
    body: {
      productId: part._id,
      quantity: part.orderQuantity,
      address: '12 Dock Road, Leeds',
      phone: '+44 20 7946 0111',
    },
  });
  const { insertedId, total } = JSON.parse(text) as { insertedId?: string; total: number };
  if (insertedId === undefined) return;
  const body = { price: total, orderId: insertedId };
  await send('/api/create-payment-intent', { method: 'POST', token, body });
  await send(`/api/order?id=${insertedId}`, { method: 'DELETE', token });
}

async function admin(client: Client): Promise<void> {
  const token = await signIn(client, demoAccounts.admin);
  while (!client.isOver())
    for (const path of adminsPaths) {
      await client.send(path, { token });
      await sleep(readingMs);
    }
}
