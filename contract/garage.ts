import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { acknowledged, Acknowledged, byId, hasNoVin, Id, line, notAcknowledged } from './fields.ts';
import { longestVehicleName, mostGarageVehicles } from './garage-rules.ts';
import { EngineWords } from './part-lists.ts';

/** What a customer calls a vehicle; empty when nothing. */
const name = line(longestVehicleName, 0).check(hasNoVin);

/** A vehicle to keep; what is empty counts as not chosen. */
const KeptVehicle = z.object({
  make: line(60).check(hasNoVin),
  model: z.optional(line(80, 0).check(hasNoVin)),
  year: z.optional(z.int().check(z.minimum(1900), z.maximum(2100))),
  engine: z.optional(EngineWords),
  name: z._default(name, ''),
});
export type KeptVehicle = z.infer<typeof KeptVehicle>;

/** What was not chosen is missing. */
const SpelledVehicle = z.object({
  make: z.string(),
  model: z.optional(z.string()),
  year: z.optional(z.number()),
  engine: z.optional(z.string()),
});

/** A vehicle in a garage. */
export const GarageVehicle = z.extend(SpelledVehicle, { _id: Id, name: z.string() });
export type GarageVehicle = z.infer<typeof GarageVehicle>;

/** The vehicles that customers keep. */
export const garageCalls = {
  listGarage: {
    method: 'GET',
    path: '/my-vehicles',
    summary: 'The vehicles that the caller keeps, the first one first; 50 at most.',
    access: 'customer',
    answer: z.array(GarageVehicle),
  },
  keepVehicles: {
    method: 'POST',
    path: '/my-vehicles',
    summary:
      'Keep vehicles, each once: one that is there already stays, and gets the name if it has none. Those beyond 50 are left out and counted.',
    access: 'customer',
    price: 5,
    body: z.object({
      vehicles: z.array(KeptVehicle).check(z.minLength(1), z.maxLength(mostGarageVehicles)),
    }),
    answer: z.extend(Acknowledged, {
      added: z.number(),
      leftOut: z.number(),
      /** All that are kept now. */
      vehicles: z.array(GarageVehicle),
      /** Those that were sent, in their order and in the shop's spelling. Copies of an older version leave it out. */
      spelled: z.optional(z.array(SpelledVehicle)),
    }),
    refused: notAcknowledged,
  },
  renameVehicle: {
    method: 'PATCH',
    path: '/my-vehicles/{id}',
    summary: 'Give a vehicle another name, or none.',
    access: 'customer',
    params: byId,
    missing: 'vehicle_not_found',
    body: z.object({ name }),
    ...acknowledged,
  },
  removeVehicle: {
    method: 'DELETE',
    path: '/my-vehicles/{id}',
    summary: 'Forget a vehicle; also when there is none.',
    access: 'customer',
    params: byId,
    ...acknowledged,
  },
} as const satisfies Record<string, Endpoint>;
