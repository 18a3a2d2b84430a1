import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { Acknowledged, acknowledged, byId, Id, line, notAcknowledged } from './fields.ts';
import {
  AddedVehicle,
  FitmentFaultsQuery,
  KnownVehiclesAnswer,
  NewVehicle,
  NewVehicleName,
  PartWithFault,
  VehicleCoverage,
  VehicleName,
} from './vehicles.ts';

const inserted = {
  answer: z.extend(Acknowledged, { insertedId: Id }),
  refused: notAcknowledged,
} as const;

/** The vehicles that the shop knows, and what its parts say of them; for admins. */
export const vehicleCalls = {
  getVehicleCoverage: {
    method: 'GET',
    path: '/admin/vehicles/coverage',
    summary: 'How well the parts say which vehicles they fit, and which vehicles nobody knows.',
    access: 'admin',
    answer: VehicleCoverage,
  },
  listFitmentFaults: {
    method: 'GET',
    path: '/admin/vehicles/faults',
    summary: 'Parts whose vehicles have one kind of fault, in the order of their ids.',
    access: 'admin',
    query: FitmentFaultsQuery,
    answer: z.array(PartWithFault),
    paged: true,
  },
  getKnownVehicles: {
    method: 'GET',
    path: '/admin/vehicles/known',
    summary:
      'The makes that the shop knows, the models of one, and the years and engines of one of these.',
    access: 'admin',
    query: z.object({ make: z.optional(line(60, 0)), model: z.optional(line(80, 0)) }),
    answer: KnownVehiclesAnswer,
  },
  listAddedVehicles: {
    method: 'GET',
    path: '/admin/vehicles',
    summary: 'The vehicles that admins added to those of the version, newest first.',
    access: 'admin',
    answer: z.array(AddedVehicle),
  },
  addVehicle: {
    method: 'POST',
    path: '/admin/vehicles',
    summary: 'Add a vehicle; one that is there already gets these years and engines.',
    access: 'admin',
    body: NewVehicle,
    ...inserted,
    errors: ['too_many_vehicles'],
  },
  deleteVehicle: {
    method: 'DELETE',
    path: '/admin/vehicles/{id}',
    summary: 'Take away a vehicle that was added. Parts keep its name.',
    access: 'admin',
    params: byId,
    missing: 'vehicle_not_found',
    ...acknowledged,
  },
  listVehicleNames: {
    method: 'GET',
    path: '/admin/vehicle-names',
    summary: 'Other names of vehicles that admins added, newest first.',
    access: 'admin',
    answer: z.array(VehicleName),
  },
  addVehicleName: {
    method: 'POST',
    path: '/admin/vehicle-names',
    summary: 'Say which vehicle is meant by another name: parts with that name get the vehicle.',
    access: 'admin',
    body: NewVehicleName,
    ...inserted,
    errors: ['too_many_vehicles', 'vehicle_unknown', 'vehicle_known'],
  },
  deleteVehicleName: {
    method: 'DELETE',
    path: '/admin/vehicle-names/{id}',
    summary: 'Forget another name of a vehicle. Parts that got the vehicle keep it.',
    access: 'admin',
    params: byId,
    missing: 'vehicle_not_found',
    ...acknowledged,
  },
} as const satisfies Record<string, Endpoint>;
