import { describe, expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { shipmentErrors, shipQuestion } from './ship-order.ts';

const typed = { quantity: '200', carrier: '', trackingNumber: '', trackingLink: '' };

describe('a shipment', () => {
  it.each([
    ['200', undefined],
    ['1', undefined],
    ['201', 'At most 200 are left to ship'],
    ['0', 'Must be a whole number of pieces'],
    ['', 'Must be a whole number of pieces'],
    ['-1', 'Must be a whole number of pieces'],
    ['1.5', 'Must be a whole number of pieces'],
    ['1e2', 'Must be a whole number of pieces'],
  ])('of %j pieces of 200 that are left: %s', (quantity, sentence) => {
    expect(shipmentErrors({ ...typed, quantity }, 200)).toEqual(sentence && { quantity: sentence });
  });

  it.each([
    ['https://nordfracht.example/NF-1?a=b', undefined],
    ['http://nordfracht.example/NF-1', 'Must begin with https://'],
    ['javascript:alert(1)', 'Must begin with https://'],
    ['nordfracht.example', 'Must begin with https://'],
  ])('is followed at %s: %s', (trackingLink, sentence) => {
    expect(shipmentErrors({ ...typed, trackingLink }, 200)).toEqual(
      sentence && { trackingLink: sentence },
    );
  });

  it('asks for what is left then', () => {
    const order = { quantity: 500, shippedQuantity: 200, refundedQuantity: 0 } as Order;
    const named = { ...order, productName: 'Disc', name: 'Ana', email: 'ana@example.com' };
    expect(shipQuestion(named, 100)).toBe(
      'Are 100 × Disc on their way to Ana? Then 200 are left to ship.',
    );
    expect(shipQuestion(named, 300)).toBe(
      'Are 300 × Disc on their way to Ana? The customer then sees the order as shipped.',
    );
  });
});
