import type { FitmentFaultKind } from '#contract/vehicles.ts';

/** What each kind of fault is called, and what it means for buyers. */
export const faultWords: Readonly<
  Record<FitmentFaultKind, { readonly title: string; readonly about: string }>
> = {
  'no vehicle': {
    title: 'Without a vehicle',
    about: 'Their type fits certain vehicles, and they name none: buyers are told to check.',
  },
  'no position': {
    title: 'Without a position',
    about: 'Neither the part nor the vehicle says front or rear, left or right.',
  },
  overlap: {
    title: 'Years that overlap',
    about:
      'The same vehicle stands twice over some of the same years, also where one row says the engine or position and the other is for any.',
  },
  duplicate: {
    title: 'The same twice',
    about: 'The same vehicle stands twice over the same years, under two of its names.',
  },
  doubted: {
    title: 'Buyers say it does not fit',
    about:
      'Fewer than 90 % of at least 5 buyers confirm the vehicle: visitors are told to check. Mended vehicles are counted anew within a minute; hide a review that is wrong.',
  },
};
