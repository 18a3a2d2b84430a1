import { describe, expect, test } from 'vitest';
import { demoCatalogue } from './catalogue.ts';
import { demoOrders } from './orders.ts';
import { demoPeople } from './people.ts';
import { demoReviews } from './reviews.ts';

const { parts } = demoCatalogue();
const orders = demoOrders(parts);
const reviewed = orders.flatMap((order) => (order.review ? [{ order, review: order.review }] : []));

describe('the demo reviews', () => {
  test('are 60 to 80 messages, no two the same, within what the shop takes', () => {
    expect(demoReviews.length).toBeGreaterThanOrEqual(60);
    expect(demoReviews.length).toBeLessThanOrEqual(80);
    expect(new Set(demoReviews.map((review) => review.message)).size).toBe(demoReviews.length);
    expect(
      demoReviews.filter(({ message }) => message.length < 20 || message.length > 2000),
    ).toEqual([]);
  });

  test('are rated as a shop of this kind is: mostly 5, and more 1 than 2', () => {
    const share = (rating: number) =>
      demoReviews.filter((review) => review.rating === rating).length / demoReviews.length;
    expect([5, 4, 3, 2, 1].map((rating) => Math.round(share(rating) * 100))).toEqual([
      60, 21, 10, 4, 6,
    ]);
  });

  test('are written in other languages, with emoji and with line breaks too', () => {
    expect(demoReviews.some(({ message }) => message.includes('ß'))).toBe(true);
    expect(demoReviews.some(({ message }) => /\p{Extended_Pictographic}/u.test(message))).toBe(
      true,
    );
    expect(demoReviews.some(({ message }) => message.includes('\n'))).toBe(true);
  });

  test('each belong to one paid order of a part of the kind they tell of, and were written after it arrived', () => {
    expect(reviewed).toHaveLength(demoReviews.length);
    const wrong = reviewed.filter(
      ({ order, review }) =>
        order.paidDaysAgo === undefined ||
        order.state !== 'shipped' ||
        order.part.partTypeId !== review.type ||
        order.buyer.voice !== review.by ||
        review.daysAgo >= (order.shippedDaysAgo ?? 0) - 2,
    );
    expect(wrong).toEqual([]);
  });

  test('show the six chosen by hand as the newest, by six different people', () => {
    const newest = reviewed
      .toSorted((one, other) => one.review.daysAgo - other.review.daysAgo)
      .slice(0, 6);
    expect(newest.map(({ review }) => review.message)).toEqual(
      demoReviews.slice(0, 6).map(({ message }) => message),
    );
    expect(new Set(newest.map(({ order }) => order.buyer.name)).size).toBe(6);
  });
});

describe('the demo orders', () => {
  test('are the same every time', () => {
    expect(demoOrders(parts)).toEqual(orders);
  });

  test('happen in order: part on sale, customer joined, ordered, paid, shipped', () => {
    const late = orders.filter(
      ({ part, buyer, orderedDaysAgo, paidDaysAgo, shippedDaysAgo, cancelledDaysAgo }) => {
        const times = [
          part.ageInDays,
          orderedDaysAgo,
          paidDaysAgo,
          shippedDaysAgo ?? cancelledDaysAgo,
          0,
        ];
        const known = times.filter((time) => time !== undefined);
        return (
          buyer.joinedDaysAgo <= orderedDaysAgo ||
          known.some((time, place) => place > 0 && time >= (known[place - 1] ?? 0))
        );
      },
    );
    expect(late).toEqual([]);
  });

  test('keep to the minimum, the step of 100 and the card limit', () => {
    const refused = orders.filter(
      ({ part, quantity }) =>
        quantity < part.orderQuantity ||
        quantity % 100 !== 0 ||
        part.priceCents * quantity > 99_999_999,
    );
    expect(refused).toEqual([]);
  });

  test('are of parts that are still made', () => {
    expect(orders.filter(({ part }) => part.replacedBy !== undefined)).toEqual([]);
  });

  test('stand in every state, and the demo customer has one to pay, one pending and some shipped', () => {
    expect([...new Set(orders.map((order) => order.state))].toSorted()).toEqual([
      'cancelled',
      'paid',
      'shipped',
      'unpaid',
    ]);
    const own = orders.filter((order) => order.buyer.email === 'customer@example.com');
    expect(own.map((order) => order.state)).toEqual(['unpaid', 'paid', 'shipped', 'shipped']);
  });

  test('that are unpaid are younger than the 72 hours after which the shop cancels them', () => {
    const unpaid = orders.filter((order) => order.state === 'unpaid');
    expect(unpaid.length).toBeGreaterThanOrEqual(8);
    expect(unpaid.filter((order) => order.orderedDaysAgo > 2)).toEqual([]);
  });
});

describe('the demo people', () => {
  test('are invented: example.com addresses and phone numbers reserved for fiction', () => {
    expect(demoPeople.length).toBeGreaterThanOrEqual(24);
    expect(demoPeople.filter(({ email }) => !/^[a-z.]+@example\.com$/.test(email))).toEqual([]);
    expect(
      demoPeople.filter(({ phone }) => !/^(\+1 555-01\d\d|\+44 20 7946 0\d\d\d)$/.test(phone)),
    ).toEqual([]);
    expect(new Set(demoPeople.map(({ phone }) => phone)).size).toBe(demoPeople.length);
    expect(new Set(demoPeople.map(({ email }) => email)).size).toBe(demoPeople.length);
  });
});
