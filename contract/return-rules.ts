import { orderNumber } from './order-rules.ts';

/** Why pieces are sent back, in the words of the form. */
export const returnReasons = {
  'does-not-fit': 'Does not fit',
  damaged: 'Arrived damaged',
  faulty: 'Faulty',
  'wrong-part': 'Not what was ordered',
  'too-many': 'More than needed',
  other: 'Another reason',
} as const;

export type ReturnReason = keyof typeof returnReasons;

export function isReturnReason(reason: string): reason is ReturnReason {
  return Object.hasOwn(returnReasons, reason);
}

/** The steps of a return, in the words of customers and admins. */
export const returnStates = {
  asked: 'Waiting for our answer',
  agreed: 'Agreed: waiting for the pieces',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  received: 'Pieces have arrived',
  settled: 'Settled',
} as const;

export type ReturnState = keyof typeof returnStates;

/** While one of an order's returns is in one of these, no other begins. */
export const openReturnStates = ['asked', 'agreed', 'received'] as const;

export const returnLimits = {
  noteLength: 500,
  vehicleLength: 120,
  wordsLength: 500,
  pictures: 5,
  /** Returns of one order, withdrawn and declined ones too. */
  perOrder: 20,
} as const;

/** A return's number: that of its order, and its own in it. */
export function returnNumber(orderId: string, number: number): string {
  return `${orderNumber(orderId).replace('UH', 'RT')}-${number}`;
}

/** Whether a step changes nothing any more. */
export function isOpenReturn(state: ReturnState): boolean {
  return (openReturnStates as readonly string[]).includes(state);
}
