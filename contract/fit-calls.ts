import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { FitsQuery, PartFit } from './fit.ts';

/** What visitors ask about a vehicle that they have chosen. */
export const fitCalls = {
  listFits: {
    method: 'GET',
    path: '/fits',
    summary: 'Of up to a hundred parts whether each fits a vehicle, and why.',
    access: 'open',
    query: FitsQuery,
    answer: z.array(PartFit),
    cacheable: true,
    price: 2,
  },
} as const satisfies Record<string, Endpoint>;
