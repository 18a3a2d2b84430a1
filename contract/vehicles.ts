import * as z from 'zod/mini';
import { Id, line, Moment, PageQuery } from './fields.ts';
import { mostVehicleEngines } from './vehicle-limits.ts';
import { EngineWords, modelYear } from './part-lists.ts';
import { Counted } from './counted.ts';

/** A vehicle that an admin adds to those that the shop knows. */
export const NewVehicle = z
  .object({
    make: line(60),
    model: line(80),
    yearFrom: modelYear,
    yearTo: modelYear,
    engines: z._default(
      z
        .array(
          EngineWords.check(z.refine((engine) => engine !== '', 'An engine needs something said.')),
        )
        .check(z.maxLength(mostVehicleEngines)),
      [],
    ),
  })
  .check(
    z.refine(({ yearFrom, yearTo }) => yearFrom <= yearTo, {
      error: 'The years must be in order.',
      path: ['yearTo'],
    }),
  );
export type NewVehicle = z.infer<typeof NewVehicle>;

export const AddedVehicle = z.object({
  _id: Id,
  make: z.string(),
  model: z.string(),
  yearFrom: z.number(),
  yearTo: z.number(),
  engines: z.array(z.string()),
  createdAt: Moment,
});
export type AddedVehicle = z.infer<typeof AddedVehicle>;

/** A name under which files and people know a vehicle, and the vehicle that it means. */
export const NewVehicleName = z.object({
  make: line(60),
  model: line(80),
  meansMake: line(60),
  meansModel: line(80),
});
export type NewVehicleName = z.infer<typeof NewVehicleName>;

export const VehicleName = z.extend(NewVehicleName, { _id: Id, createdAt: Moment });
export type VehicleName = z.infer<typeof VehicleName>;

/** What the shop knows of vehicles, for forms: of a make its models, of a model its years and engines. */
export const KnownVehiclesAnswer = z.object({
  makes: z.array(z.string()),
  models: z.array(z.string()),
  years: z.array(z.object({ from: z.number(), to: z.number() })),
  engines: z.array(z.string()),
});
export type KnownVehiclesAnswer = z.infer<typeof KnownVehiclesAnswer>;

/** What may be wrong with the vehicles of a part: what they say, or what buyers say of them. */
export const fitmentFaultKinds = [
  'no vehicle',
  'no position',
  'overlap',
  'duplicate',
  'doubted',
] as const;
export type FitmentFaultKind = (typeof fitmentFaultKinds)[number];
/** The faults that their facts alone show. */
export type FactFaultKind = Exclude<FitmentFaultKind, 'doubted'>;

/** Vehicles that parts name and the shop does not know, or not in these years. */
const NamedVehicle = z.object({
  make: z.string(),
  model: z.string(),
  yearFrom: z.number(),
  yearTo: z.number(),
  parts: Counted,
});

/** How well the catalogue says what its parts fit. */
export const VehicleCoverage = z.object({
  /** Parts that have still to be looked at, after an import or an update of the shop. */
  waiting: Counted,
  faults: z.array(z.extend(Counted, { kind: z.enum(fitmentFaultKinds) })),
  /** The first of them by name, at most `mostNamedVehicles`. */
  unknown: z.array(NamedVehicle),
  /** Years in which a vehicle was not built. `built` says when it was: '1990–1993, 1996–2006'. */
  wrongYears: z.array(z.extend(NamedVehicle, { built: z.string() })),
  more: z.boolean(),
});
export type VehicleCoverage = z.infer<typeof VehicleCoverage>;

export const FitmentFaultsQuery = z.object({ ...PageQuery, kind: z.enum(fitmentFaultKinds) });

/** A part with one of its faults. */
export const PartWithFault = z.object({
  _id: Id,
  name: z.string(),
  partNumber: z.nullable(z.string()),
  image: z.string(),
  details: z.string(),
});
export type PartWithFault = z.infer<typeof PartWithFault>;
