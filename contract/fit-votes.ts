import * as z from 'zod/mini';
import { hasNoVin, Id, line, Moment } from './fields.ts';
import { EngineWords, modelYear, type Fitment } from './part-lists.ts';

/** What a buyer says of a part and a vehicle. */
export const fitVerdicts = ['fits', 'with changes', 'does not fit'] as const;
export type FitVerdict = (typeof fitVerdicts)[number];

/** Vehicles of which one review speaks. */
export const mostVotesOfReview = 10;

const vehicle = { make: line(60), model: line(80), year: modelYear };

const engine = z._default(EngineWords, '');

/** The vehicle that a buyer tried a part on; the engine is empty where they do not say it. */
export const TriedVehicle = z.object({
  ...vehicle,
  make: vehicle.make.check(hasNoVin),
  model: vehicle.model.check(hasNoVin),
  engine,
});
export type TriedVehicle = z.infer<typeof TriedVehicle>;

/** Only of a vehicle that the shop or the part knows. */
export const FitVote = z.object({ ...vehicle, engine, verdict: z.enum(fitVerdicts) });
export type FitVote = z.infer<typeof FitVote>;

/** A vote as everyone may read it beside the review: without the engine. */
export const ShownVote = z.object({ ...vehicle, verdict: z.enum(fitVerdicts) });
export type ShownVote = z.infer<typeof ShownVote>;

/** A vote of a customer's, for that customer; of a return where `inReturn`. */
export const OwnFitVote = z.extend(FitVote, {
  productId: Id,
  productName: z.string(),
  createdAt: Moment,
  inReturn: z.boolean(),
});
export type OwnFitVote = z.infer<typeof OwnFitVote>;

/** How many buyers confirmed a claim, how many say it does not hold, and how many had to change something, which counts for neither. */
export const Confirmed = z.object({ yes: z.number(), no: z.number(), changes: z.number() });
export type Confirmed = z.infer<typeof Confirmed>;

/** A fitment as a claim, with what buyers say of it; make and model are empty where the part claims to fit any vehicle. */
export const ClaimCount = z.extend(Confirmed, {
  make: z.string(),
  model: z.string(),
  yearFrom: z.number(),
  yearTo: z.number(),
  engine: z.string(),
  position: z.string(),
  note: z.string(),
});
export type ClaimCount = z.infer<typeof ClaimCount>;

/** What a claim says, without its numbers. */
export type Claim = Pick<
  Fitment,
  'make' | 'model' | 'yearFrom' | 'yearTo' | 'engine' | 'position' | 'note'
>;
