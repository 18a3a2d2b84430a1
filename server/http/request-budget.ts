import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Shop } from '#server/shop.ts';
import { refuse } from './refusal.ts';
import { isLoopbackAddress, networkOf } from './network-address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a request of this route costs of its network's budget, in points; one when not given. */
    price?: number | ((request: FastifyRequest) => number);
  }
}

/**
 * What one network address may ask of one copy of the shop (docs/decisions/0017): a point is about two thousandths of a
 * second of processor. `networks` are remembered at a time, so that addresses without number cannot fill the memory.
 */
const budget = { points: 3000, perSecond: 100, networks: 10_000 };

/** What a page that has to be rendered costs. */
export const renderingPrice = 10;

/** What a list costs, by the rows that are asked for. */
export function listPrice({ query }: FastifyRequest): number {
  const limit = Number((query as Record<string, unknown>)['limit'] ?? 1000);
  return 1 + Math.min(Number.isFinite(limit) ? Math.abs(limit) : 0, 1000) / 100;
}

/** Takes points of whoever makes the request. Refuses with `too_many_requests` when there are not enough left. */
export type Charge = (request: FastifyRequest, points: number) => void;

/** Makes every request cost its route's price before it is looked at; answers how a handler charges what it finds out later. */
export function limitRequests(
  app: FastifyInstance,
  { clock, mode }: Pick<Shop, 'clock' | 'mode'>,
): Charge {
  const budgets = new Budgets();
  const charge: Charge = ({ ip }, points) => {
    // Whoever tries the demo on this machine is nobody's stranger, nor are the tests that do it for them.
    if (points === 0 || (mode === 'demo' && isLoopbackAddress(ip))) return;
    const retryAfterSeconds = budgets.take(networkOf(ip), points, clock.now().getTime());
    if (retryAfterSeconds !== undefined) refuse('too_many_requests', { retryAfterSeconds });
  };
  app.addHook('onRequest', async (request) => {
    const { price = 1 } = request.routeOptions.config;
    charge(request, typeof price === 'number' ? price : price(request));
  });
  return charge;
}

/** The points each network has left; they come back with time. In memory: no request waits for a database to be counted. */
class Budgets {
  readonly #left = new Map<string, { readonly points: number; readonly at: number }>();

  /** Takes the points, or answers in how many seconds there will be enough; a refused request costs nothing. */
  take(network: string, price: number, now: number): number | undefined {
    const { points, at } = this.#left.get(network) ?? { points: budget.points, at: now };
    const left = Math.min(
      budget.points,
      points + (Math.max(0, now - at) / 1000) * budget.perSecond,
    );
    const missing = price - left;
    this.#left.delete(network);
    this.#left.set(network, { points: missing > 0 ? left : left - price, at: now });
    // Whoever was away longest has the most back, and loses least by being forgotten.
    const longest = this.#left.size > budget.networks ? this.#left.keys().next().value : undefined;
    if (longest !== undefined) this.#left.delete(longest);
    return missing > 0 ? Math.ceil(missing / budget.perSecond) : undefined;
  }
}
