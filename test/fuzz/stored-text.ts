import { isDeepStrictEqual } from 'node:util';
import type { CallName } from '#contract/api.ts';
import type { Person, TestShop } from '#test/harness.ts';
import { valueAt } from './places.ts';
import type { SampleRequest } from '#test/sample-requests.ts';

/** A successful request and its answer. */
export interface Done {
  readonly shop: TestShop;
  readonly says: SampleRequest;
  // Typed loosely, because its values are only compared.
  readonly answer: Readonly<Record<string, string>>;
  readonly owner: Person;
  readonly admin: Person;
}

type Stored = Readonly<Record<string, unknown>>;

/** How to read what a call stored, by place in the request. */
const readings: Partial<Record<CallName, (done: Done) => Promise<Stored>>> = {
  async placeOrder({ shop, answer, owner }) {
    const { address, phone, quantity } = await read(
      shop,
      owner,
      `/api/orders/${answer['insertedId']}`,
    );
    return { address, phone, quantity };
  },
  async putUser({ shop, owner }) {
    const { name, phone, address, education, linkedin } = await read(
      shop,
      owner,
      `/api/user/${owner.email}`,
    );
    return { name, phone, address, education, linkedin };
  },
  async addReview({ shop, says, owner }) {
    const [review] = await read(
      shop,
      owner,
      `/api/review?productId=${String(says.body?.['productId'])}`,
    );
    return { message: review.message, rating: review.rating };
  },
  async addPart({ shop, answer, admin }) {
    return partOf(await read(shop, admin, `/api/admin/parts/${answer['insertedId']}`));
  },
  async editPart({ shop, says, admin }) {
    const address = `/api/admin/parts/${says.params?.['id']}`;
    const [change] = await read(shop, admin, `${address}/stock?limit=1`);
    const { inStock: _, ...facts } = partOf(await read(shop, admin, address));
    const stored = Object.fromEntries(
      Object.entries(facts).map(([name, value]) => [`facts.${name}`, value]),
    );
    return { ...stored, 'stock.change': change.change, 'stock.reason': change.note };
  },
  async adjustStock({ shop, says, admin }) {
    const address = `/api/admin/parts/${says.params?.['id']}/stock?limit=1`;
    const [{ change, note: reason }] = await read(shop, admin, address);
    return { change, reason };
  },
  async shipOrder({ shop, says, admin }) {
    const { carrier, trackingNumber } = await read(
      shop,
      admin,
      `/api/orders/${says.params?.['id']}`,
    );
    return { carrier: carrier ?? '', trackingNumber: trackingNumber ?? '' };
  },
  async shipPieces({ shop, says, admin }) {
    const { shipments } = await read(shop, admin, `/api/orders/${says.params?.['id']}`);
    const { quantity, carrier, trackingNumber, trackingLink } = shipments.at(-1);
    return {
      quantity,
      carrier: carrier ?? '',
      trackingNumber: trackingNumber ?? '',
      trackingLink: trackingLink ?? '',
    };
  },
  async refundOrder({ shop, says, admin }) {
    const { events } = await read(shop, admin, `/api/orders/${says.params?.['id']}/history`);
    return { reason: events.at(-1).reason };
  },
};

async function read(shop: TestShop, as: Person, url: string) {
  return (await shop.request('GET', url, { as })).body;
}

function partOf(part: Stored): Stored {
  const { name, description, image, price, orderQuantity, inStock } = part;
  const { quantityStep, largestOrder, packLabel, priceBreaks } = part;
  const rules = { quantityStep, largestOrder, packLabel, priceBreaks };
  return { name, description, image, price, orderQuantity, inStock, ...rules };
}

/** The values that are not stored as they were sent. Texts are trimmed and normalised (NFC), numbers may be sent as text. */
export async function notVerbatim(name: CallName, done: Done): Promise<string[]> {
  const stored = (await readings[name]?.(done)) ?? {};
  return Object.entries(stored).flatMap(([place, value]) => {
    const sent = valueAt(done.says.body, place.split('.'));
    const expected =
      typeof sent !== 'string'
        ? sent
        : typeof value === 'number'
          ? Number(sent)
          : sent.normalize('NFC').trim();
    return sent === undefined || isDeepStrictEqual(value, expected)
      ? []
      : [`${place}: sent ${JSON.stringify(sent)}, stored ${JSON.stringify(value)}`];
  });
}
