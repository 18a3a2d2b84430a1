import type { DemoPart } from './catalogue.ts';
import { demoPeople, type DemoPerson, type Voice } from './people.ts';
import { at, seededRandom, type Random } from './random.ts';
import { demoReviews, type DemoReview } from './reviews.ts';

/** One order of the demo shop; times are told in days before the first start. */
export interface DemoOrder {
  part: DemoPart;
  buyer: DemoPerson;
  quantity: number;
  state: 'unpaid' | 'paid' | 'shipped' | 'cancelled';
  orderedDaysAgo: number;
  paidDaysAgo?: number;
  shippedDaysAgo?: number;
  cancelledDaysAgo?: number;
  cancelledBecause?: 'customer' | 'expired';
  review?: DemoReview & { daysAgo: number };
}

const hour = 1 / 24;

function quantityOf(part: DemoPart, random: Random): number {
  return part.orderQuantity + 100 * random.pick([0, 0, 0, 1, 2, 3]);
}

/** Ordered and paid within the hour, shipped two days later. */
function shippedOrder(
  part: DemoPart,
  buyer: DemoPerson,
  orderedDaysAgo: number,
  random: Random,
): DemoOrder {
  const paidDaysAgo = orderedDaysAgo - hour * (0.2 + random.next() * 0.7);
  const shippedDaysAgo = paidDaysAgo - 1 - random.next();
  return {
    part,
    buyer,
    quantity: quantityOf(part, random),
    state: 'shipped',
    orderedDaysAgo,
    paidDaysAgo,
    shippedDaysAgo,
  };
}

/** The k-th oldest part of a type among those that are still made, so not one of the hand-chosen new ones. */
function reviewedPart(catalogue: readonly DemoPart[], type: string, earlier: number): DemoPart {
  const made = catalogue.filter((part) => part.partTypeId === type && !part.replacedBy);
  return at(made.toReversed(), earlier);
}

/** Reviews thin out towards the past; each tells of an order about three weeks older. */
function reviewedOrders(catalogue: readonly DemoPart[], random: Random): DemoOrder[] {
  const turns: Record<Voice, number> = { workshop: 0, fleet: 0, reseller: 0 };
  const seen = new Map<string, number>();
  return demoReviews.map((review, place) => {
    const voices = demoPeople.filter((person) => person.voice === review.by);
    const buyer = at(voices, turns[review.by]++ % voices.length);
    const earlier = seen.get(review.type) ?? 0;
    seen.set(review.type, earlier + 1);
    const part = reviewedPart(catalogue, review.type, earlier);
    const wantedDaysAgo = 0.4 + place * 1.1 + place * place * 0.09;
    // Nobody orders what is not on sale yet.
    const orderedDaysAgo = Math.min(wantedDaysAgo + 16 + random.next() * 10, part.ageInDays - 0.5);
    const daysAgo = Math.min(wantedDaysAgo, orderedDaysAgo - 12);
    return { ...shippedOrder(part, buyer, orderedDaysAgo, random), review: { ...review, daysAgo } };
  });
}

const orderable = (part: DemoPart) => part.ageInDays > 60 && part.inStock > 0 && !part.replacedBy;

/** The demo customer's orders: one to pay, one on its way to be shipped, two delivered and waiting for a review. */
function accountOrders(parts: readonly DemoPart[], buyer: DemoPerson, random: Random): DemoOrder[] {
  const ofType = (type: string) =>
    at(
      parts.filter((part) => part.partTypeId === type),
      0,
    );
  const pads = ofType('brake-pad-set');
  const pump = ofType('water-pump');
  return [
    { part: pads, buyer, quantity: pads.orderQuantity, state: 'unpaid', orderedDaysAgo: 5 * hour },
    {
      part: pump,
      buyer,
      quantity: pump.orderQuantity,
      state: 'paid',
      orderedDaysAgo: 1.2,
      paidDaysAgo: 1.18,
    },
    shippedOrder(ofType('cabin-filter'), buyer, 19, random),
    shippedOrder(ofType('wiper-blade-flat'), buyer, 44, random),
  ];
}

function otherOrders(parts: readonly DemoPart[], random: Random): DemoOrder[] {
  const buyers = demoPeople.filter((person) => !person.account);
  const next = (place: number) => ({
    part: random.pick(parts),
    buyer: at(buyers, (place * 5) % buyers.length),
  });
  const orders: DemoOrder[] = [];
  for (let place = 0; place < 10; place++) {
    const { part, buyer } = next(place);
    const orderedDaysAgo = 0.3 + place * 0.35;
    const paidDaysAgo = orderedDaysAgo - hour * 0.5;
    orders.push({
      part,
      buyer,
      quantity: quantityOf(part, random),
      state: 'paid',
      orderedDaysAgo,
      paidDaysAgo,
    });
  }
  for (let place = 10; place < 15; place++) {
    const { part, buyer } = next(place);
    orders.push(shippedOrder(part, buyer, place - 4, random));
  }
  // Younger than the 72 hours after which the shop itself cancels.
  for (let place = 15; place < 24; place++) {
    const { part, buyer } = next(place);
    const orderedDaysAgo = (place - 13) * 4 * hour;
    orders.push({
      part,
      buyer,
      quantity: quantityOf(part, random),
      state: 'unpaid',
      orderedDaysAgo,
    });
  }
  for (let place = 24; place < 30; place++) {
    const { part, buyer } = next(place);
    const orderedDaysAgo = place - 18;
    const expired = place % 2 === 0;
    const cancelledDaysAgo = orderedDaysAgo - (expired ? 3 : 5 * hour);
    const quantity = quantityOf(part, random);
    const because = expired ? 'expired' : 'customer';
    orders.push({
      part,
      buyer,
      quantity,
      state: 'cancelled',
      orderedDaysAgo,
      cancelledDaysAgo,
      cancelledBecause: because,
    });
  }
  return orders;
}

/** Every order of the demo shop, consistent in time with its part, its buyer and its review. */
export function demoOrders(catalogue: readonly DemoPart[]): DemoOrder[] {
  const random = seededRandom('orders');
  const parts = catalogue.filter(orderable);
  const customer = at(
    demoPeople.filter((person) => person.account === 'customer'),
    0,
  );
  return [
    ...reviewedOrders(catalogue, random),
    ...accountOrders(parts, customer, random),
    ...otherOrders(parts, random),
  ];
}
