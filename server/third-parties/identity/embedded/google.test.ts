import { describe, expect, it } from 'vitest';
import { googleContract, grace, toSandbox } from '#test/google-contract.ts';
import { startShop } from '#test/harness.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

const shop = await useShop();

googleContract('the sandbox in this process', async () => {
  const one = await startShop();
  return { shop: one, web: one.app, close: one.close };
});

describe("the sandbox's page", () => {
  it('says that it is not Google and runs no script', async () => {
    const visitor = new Visitor(shop.app);
    const page = await visitor.get(await toSandbox(visitor));
    expect(page.body).toContain('This is not Google.');
    expect(page.headers['content-security-policy']).toMatch(
      /default-src 'none'.*form-action 'self'/,
    );
  });

  it('shows what was typed as text when it cannot be used', async () => {
    const visitor = new Visitor(shop.app);
    const typed = { do: 'continue', email: '"><script>alert(1)</script>', name: '<b>' };
    const page = await visitor.submit(await toSandbox(visitor), typed);
    expect(page.statusCode).toBe(422);
    expect(page.body).toContain('value="&quot;&gt;&lt;script&gt;');
    expect(page.body).not.toContain('<script>');
  });

  it('is of no use in another browser', async () => {
    const address = await toSandbox(new Visitor(shop.app));
    expect((await new Visitor(shop.app).get(address)).statusCode).toBe(400);
    expect((await new Visitor(shop.app).submit(address, grace)).statusCode).toBe(400);
  });
});
