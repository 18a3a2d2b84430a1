import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Shop } from '#server/shop.ts';
import { refuse } from './refusal.ts';
import { isLoopbackAddress, networkOf } from './network-address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a request of this route costs, in points of its network's budget; default: 1. */
    price?: number | ((request: FastifyRequest) => number);
  }
}

/**
 * The rate limit per network and copy of the shop, a token bucket (docs/decisions/0017): a point is about 2 ms of CPU time.
 * `networks` limits how many are remembered, so that attackers cannot fill the memory.
 */
const budget = { points: 3000, perSecond: 100, networks: 10_000 };

/** The price of rendering a page. */
export const renderingPrice = 10;

/** The price of a file of a whole list: about ten of its longest pages. */
export const filePrice = 100;

/** The price of a list, by the number of rows asked for. */
export function listPrice({ query }: FastifyRequest): number {
  const limit = Number((query as Record<string, unknown>)['limit'] ?? 1000);
  return 1 + Math.min(Number.isFinite(limit) ? Math.abs(limit) : 0, 1000) / 100;
}

/** The price of a body that may be large, by its length, which is read before it is known who calls; without a length the most. */
export const bodyPrice =
  (largest: number) =>
  ({ headers }: Pick<FastifyRequest, 'headers'>): number =>
    1 + Math.min(Number(headers['content-length'] ?? largest), largest) / bytesOfAPoint;

const bytesOfAPoint = 200_000;

/** Takes points from the budget of the request's network. Refuses with `too_many_requests` when it has too few. */
export type Charge = (request: Pick<FastifyRequest, 'ip'>, points: number) => void;

/** Charges every request its route's price first; answers a function for charges that are known only later. */
export function limitRequests(
  app: FastifyInstance,
  { clock, mode }: Pick<Shop, 'clock' | 'mode'>,
): Charge {
  const budgets = new Budgets();
  const charge: Charge = ({ ip }, points) => {
    // Not for the demo on one's own machine, nor for the tests.
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

/** The token bucket of each network. In memory, so that no request waits for a database to be counted. */
class Budgets {
  readonly #left = new Map<string, { readonly points: number; readonly at: number }>();

  /** Takes the points, or answers in how many seconds there will be enough. A refused request costs nothing. */
  take(network: string, price: number, now: number): number | undefined {
    const { points, at } = this.#left.get(network) ?? { points: budget.points, at: now };
    const left = Math.min(
      budget.points,
      points + (Math.max(0, now - at) / 1000) * budget.perSecond,
    );
    const missing = price - left;
    this.#left.delete(network);
    this.#left.set(network, { points: missing > 0 ? left : left - price, at: now });
    // The network that was idle longest has the fullest bucket, so forgetting it changes least.
    const oldest = this.#left.size > budget.networks ? this.#left.keys().next().value : undefined;
    if (oldest !== undefined) this.#left.delete(oldest);
    return missing > 0 ? Math.ceil(missing / budget.perSecond) : undefined;
  }
}
