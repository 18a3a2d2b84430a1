import { describe, expect, it } from 'vitest';
import { smtpSetupFrom } from './smtp-setup.ts';

const read = (url: string, from = 'orders@shop.example') => {
  const faults: string[] = [];
  return { setup: smtpSetupFrom({ url, from }, faults), faults };
};

describe('SMTP_URL and MAIL_FROM', () => {
  it('name a server, who the shop is to it, and as whom it writes', () => {
    expect(
      read('smtps://shop:s%40fe%2F%3A@mail.example', 'Underhood Parts <Orders@Shop.example>'),
    ).toEqual({
      setup: {
        host: 'mail.example',
        port: 465,
        secure: true,
        isLocal: false,
        auth: { user: 'shop', pass: 's@fe/:' },
        from: { name: 'Underhood Parts', address: 'orders@shop.example' },
      },
      faults: [],
    });
  });

  it('need no more than an address each', () => {
    expect(read('smtp://[::1]:2525').setup).toEqual({
      host: '::1',
      port: 2525,
      secure: false,
      isLocal: true,
      auth: undefined,
      from: { name: 'Underhood', address: 'orders@shop.example' },
    });
    expect(read('smtp://mail.example').setup).toMatchObject({
      port: 587,
      secure: false,
      isLocal: false,
    });
  });

  it('may both be missing', () => expect(read('', '')).toEqual({ setup: undefined, faults: [] }));

  it.each([
    ['no address', 'mail.example:25'],
    ['another protocol', 'https://mail.example'],
    ['options of the library', 'smtp://mail.example/?tls.rejectUnauthorized=false'],
    ['a path', 'smtp://mail.example/inbox'],
    ['a line break in the password', 'smtp://a:b%0d%0ac@mail.example'],
    ['a broken escape', 'smtp://a:%E0%A4%A@mail.example'],
  ])('refuse a server with %s', (_words, url) => {
    expect(read(url)).toEqual({
      setup: undefined,
      faults: [expect.stringMatching(/^SMTP_URL must look like/)],
    });
  });

  it.each([
    ['nothing', ''],
    ['no address', 'Underhood'],
    ['two addresses', 'a@shop.example, b@shop.example'],
    ['a line break', 'Under\r\nBcc: eve@example.com <a@shop.example>'],
    ['two addresses in brackets', 'Underhood <a@shop.example> <b@shop.example>'],
  ])('refuse a sender with %s', (_words, from) => {
    expect(read('smtp://mail.example', from)).toEqual({
      setup: undefined,
      faults: [expect.stringMatching(/^MAIL_FROM must be/)],
    });
  });

  it('name every fault at once, and a sender without a server', () => {
    expect(read('mail', 'nobody').faults).toHaveLength(2);
    expect(read('', 'orders@shop.example').faults).toEqual([
      expect.stringMatching(/^MAIL_FROM .* SMTP_URL/),
    ]);
  });
});
