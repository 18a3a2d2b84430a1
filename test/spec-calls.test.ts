import { describe, expect, test } from 'vitest';
import { samplePart, samplePicture } from './samples.ts';
import { useShop } from './use-shop.ts';

/** Tests each row of Spec §7's table with exactly its payload, and checks the answer that the specification uses. */
const shop = await useShop();
const customer = await shop.person('Nadia Okafor');
const admin = await shop.person('Ada Admin', { role: 'admin' });
const partId = await samplePart(shop.db, { inStock: 100_000 });

/** What the order form sends, with the client's copies of part and person. */
const orderPayload = (quantity: number) => ({
  productId: partId,
  productName: 'Brake disc, front, vented 300 mm',
  price: 12.5,
  image: '/pictures/brake-disc.webp',
  name: customer.name,
  email: customer.email,
  address: '12 Dock Road, Leeds',
  phone: '+44 20 7946 0111',
  quantity,
});

describe('parts', () => {
  test('GET /parts answers the list of parts with the fields of Spec §3, newest first', async () => {
    const { status, body } = await shop.request('GET', '/api/parts');
    expect([status, body.length]).toEqual([200, 1]);
    expect(body[0]).toMatchObject({
      _id: partId,
      name: 'Brake disc, front, vented 300 mm',
      image: '/pictures/brake-disc.webp',
      description: expect.stringMatching(/^High-carbon/) as unknown,
      price: 12.5,
      orderQuantity: 200,
      inStock: expect.any(Number) as unknown,
    });
  });

  test('GET /parts/{id} answers the fields of one part', async () => {
    const [listed] = (await shop.request('GET', '/api/parts')).body;
    expect(await shop.request('GET', `/api/parts/${partId}`)).toMatchObject({
      status: 200,
      body: listed,
    });
    expect(await shop.request('GET', '/api/parts/none')).toMatchObject({
      status: 404,
      body: { error: 'part_not_found' },
    });
  });

  test('POST /part adds a part, and DELETE /part/{id} takes it out of the shop', async () => {
    const part = {
      name: 'Oil filter',
      image: await samplePicture(shop, admin, '/images/oil-filter.webp'),
      description: 'Spin-on filter for petrol engines.',
      price: '3.25',
      inStock: '900',
      orderQuantity: '300',
    };
    expect(await shop.request('POST', '/api/part', { as: customer, body: part })).toMatchObject({
      status: 403,
      body: { acknowledged: false },
    });
    const added = await shop.request('POST', '/api/part', { as: admin, body: part });
    expect(added).toMatchObject({ status: 200, body: { acknowledged: true } });
    const address = `/api/parts/${added.body.insertedId}`;
    expect((await shop.request('GET', address)).body).toMatchObject({
      ...part,
      price: 3.25,
      inStock: 900,
      orderQuantity: 300,
    });
    const gone = `/api/part/${added.body.insertedId}`;
    expect(await shop.request('DELETE', gone)).toMatchObject({
      status: 401,
      body: { acknowledged: false },
    });
    expect(await shop.request('DELETE', gone, { as: admin })).toMatchObject({
      status: 200,
      body: { acknowledged: true },
    });
    expect(await shop.request('GET', address)).toMatchObject({ status: 404 });
  });

  test.each([
    { name: undefined },
    { image: undefined },
    { description: undefined },
    { price: undefined },
    { price: 'cheap' },
    { inStock: undefined },
    { orderQuantity: undefined },
  ])(
    'POST /part with a field missing, or a price that is no number, is refused: %o',
    async (instead) => {
      const part = {
        name: 'Oil',
        image: '/images/oil-filter.webp',
        description: 'Oil.',
        price: 3,
        inStock: 9,
        orderQuantity: 300,
        ...instead,
      };
      const before = (await shop.request('GET', '/api/parts')).body;
      expect(await shop.request('POST', '/api/part', { as: admin, body: part })).toMatchObject({
        status: 422,
        body: { acknowledged: false },
      });
      expect((await shop.request('GET', '/api/parts')).body).toEqual(before);
    },
  );
});

describe('orders', () => {
  test("POST /orders acknowledges, and GET /orders?email={email} lists the caller's orders with the fields of Spec §3", async () => {
    const payload = orderPayload(200);
    const placed = await shop.request('POST', '/api/orders', { as: customer, body: payload });
    expect(placed.body).toMatchObject({ acknowledged: true });
    const { status, body } = await shop.request(
      'GET',
      `/api/orders?email=${encodeURIComponent(customer.email)}`,
      { as: customer },
    );
    expect(status).toBe(200);
    expect(body[0]).toMatchObject({
      ...payload,
      _id: placed.body.insertedId,
      paid: false,
      status: null,
      transactionId: null,
      total: 2500,
    });
    expect(
      await shop.request('GET', `/api/orders?email=${encodeURIComponent(customer.email)}`),
    ).toMatchObject({ status: 401 });
  });

  test('GET /orders/{id} answers one order', async () => {
    const orderId = await shop.order(customer, partId, 300);
    expect(await shop.request('GET', `/api/orders/${orderId}`, { as: customer })).toMatchObject({
      status: 200,
      body: { _id: orderId, email: customer.email, quantity: 300, total: 3750 },
    });
  });

  test('DELETE /order?id={id} answers how many were deleted, and the order is gone', async () => {
    const orderId = await shop.order(customer, partId, 200);
    expect(await shop.request('DELETE', `/api/order?id=${orderId}`)).toMatchObject({
      status: 401,
      body: { deletedCount: 0 },
    });
    expect(
      await shop.request('DELETE', `/api/order?id=${orderId}`, { as: customer }),
    ).toMatchObject({
      status: 200,
      body: { deletedCount: 1 },
    });
    const listed = await shop.request(
      'GET',
      `/api/orders?email=${encodeURIComponent(customer.email)}`,
      { as: customer },
    );
    expect(listed.body.map((order: { _id: string }) => order._id)).not.toContain(orderId);
  });

  test('a payment is opened by its price, confirmed by its transaction, and the order is shipped by an admin', async () => {
    const buyer = await shop.person('Omar Haddad');
    const orderId = await shop.order(buyer, partId, 200);
    const view = async () =>
      (await shop.request('GET', `/api/orders/${orderId}`, { as: buyer })).body;
    expect(await view()).toMatchObject({ paid: false, status: null });

    const opened = await shop.request('POST', '/api/create-payment-intent', {
      as: buyer,
      body: { price: 2500 },
    });
    expect(opened).toMatchObject({
      status: 200,
      body: { clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) as unknown },
    });
    const transactionId = await shop.pay(buyer, orderId);
    expect(opened.body.clientSecret).toContain(transactionId);
    expect(await view()).toMatchObject({ paid: true, status: null, transactionId });

    const shipping = { as: admin, body: { status: 'shipped' } };
    expect(
      await shop.request('PATCH', `/api/order/${orderId}`, { ...shipping, as: buyer }),
    ).toMatchObject({
      status: 403,
      body: { acknowledged: false },
    });
    expect(await shop.request('PATCH', `/api/order/${orderId}`, shipping)).toMatchObject({
      status: 200,
      body: { acknowledged: true },
    });
    expect(await view()).toMatchObject({ paid: true, status: 'shipped' });
  });

  test('PATCH /orders/{id} takes order and transaction and acknowledges', async () => {
    const orderId = await shop.order(customer, partId, 200);
    const transactionId = await shop.pay(customer, orderId);
    const again = await shop.request('PATCH', `/api/orders/${orderId}`, {
      as: customer,
      body: { orderId, transactionId },
    });
    expect(again).toMatchObject({ status: 200, body: { acknowledged: true } });
  });

  test('GET /order answers all orders to an admin and to nobody else', async () => {
    const other = await shop.person('Lena Fischer');
    const ids = [await shop.order(customer, partId, 200), await shop.order(other, partId, 200)];
    const { status, body } = await shop.request('GET', '/api/order', { as: admin });
    expect(status).toBe(200);
    expect(body.map((order: { _id: string }) => order._id)).toEqual(expect.arrayContaining(ids));
    expect(await shop.request('GET', '/api/order', { as: customer })).toMatchObject({
      status: 403,
    });
    expect(await shop.request('GET', '/api/order')).toMatchObject({ status: 401 });
  });
});

describe('reviews', () => {
  test('POST /reviews stores the review payload, and GET /review answers the list of reviews', async () => {
    const transactionId = await shop.pay(customer, await shop.order(customer, partId, 200));
    const payload = {
      name: customer.name,
      productId: partId,
      transactionId,
      productName: 'Brake disc, front, vented 300 mm',
      email: customer.email,
      rating: 4,
      message: 'Straight, no run-out.',
    };
    expect(await shop.request('POST', '/api/reviews', { body: payload })).toMatchObject({
      status: 401,
      body: { acknowledged: false },
    });
    expect(
      await shop.request('POST', '/api/reviews', { as: customer, body: payload }),
    ).toMatchObject({ body: { acknowledged: true } });
    const { status, body } = await shop.request('GET', '/api/review');
    expect(status).toBe(200);
    expect(body[0]).toMatchObject({
      _id: expect.any(String) as unknown,
      name: customer.name,
      rating: 4,
      message: 'Straight, no run-out.',
    });
    expect(JSON.stringify(body)).not.toContain(customer.email);
    expect(JSON.stringify(body)).not.toContain(transactionId);
  });

  test.each([
    ['no rating', { message: 'Good.' }],
    ['a rating of 0', { rating: 0, message: 'Good.' }],
    ['a rating of 6', { rating: 6, message: 'Good.' }],
    ['no message', { rating: 5 }],
    ['an empty message', { rating: 5, message: ' ' }],
  ])('POST /reviews with %s is refused', async (_what, given) => {
    const transactionId = await shop.pay(customer, await shop.order(customer, partId, 200));
    const body = { productId: partId, transactionId, ...given };
    expect(await shop.request('POST', '/api/reviews', { as: customer, body })).toMatchObject({
      status: 422,
      body: { acknowledged: false },
    });
  });
});

describe('users', () => {
  const profile = {
    phone: '+44 20 7946 0222',
    address: '3 Mill Lane, York',
    education: 'Apprentice',
    linkedin: 'https://linkedin.com/in/nadia',
  };

  test('PUT /users/{email} stores the profile, and GET /user/{email} answers it with the role and the fields of Spec §3', async () => {
    const address = `/api/users/${encodeURIComponent(customer.email)}`;
    const edit = { as: customer, body: { name: customer.name, email: customer.email, ...profile } };
    expect(await shop.request('PUT', address, edit)).toMatchObject({
      status: 200,
      body: { result: { acknowledged: true } },
    });
    expect(
      await shop.request('GET', `/api/user/${encodeURIComponent(customer.email)}`, {
        as: customer,
      }),
    ).toMatchObject({
      status: 200,
      body: {
        _id: customer.userId,
        email: customer.email,
        name: customer.name,
        role: null,
        ...profile,
      },
    });
    expect(await shop.request('PUT', address, { body: edit.body })).toMatchObject({
      status: 401,
      body: { result: { acknowledged: false } },
    });
  });

  test('GET /users answers all users to an admin and to nobody else', async () => {
    const { status, body } = await shop.request('GET', '/api/users', { as: admin });
    expect(status).toBe(200);
    expect(body.map((user: { email: string }) => user.email)).toEqual(
      expect.arrayContaining([customer.email, admin.email]),
    );
    expect(await shop.request('GET', '/api/users', { as: customer })).toMatchObject({
      status: 403,
    });
  });

  test('PUT /users/admin/{email} makes an admin; only admins may, the server answers 403 otherwise', async () => {
    const other = await shop.person('Priya Nair');
    const address = `/api/users/admin/${encodeURIComponent(other.email)}`;
    expect(await shop.request('PUT', address, { as: customer })).toMatchObject({
      status: 403,
      body: { acknowledged: false },
    });
    expect(
      (await shop.request('GET', `/api/user/${encodeURIComponent(other.email)}`, { as: other }))
        .body.role,
    ).toBeNull();
    expect(await shop.request('PUT', address, { as: admin })).toMatchObject({
      status: 200,
      body: { acknowledged: true },
    });
    expect(
      (await shop.request('GET', `/api/user/${encodeURIComponent(other.email)}`, { as: other }))
        .body.role,
    ).toBeTruthy();
  });
});
