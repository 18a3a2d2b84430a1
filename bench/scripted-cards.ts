/**
 * A card provider that does nothing but remember: in place of the sandbox and its tables, so that what is measured is the shop and its client of the
 * provider. What was opened is paid when it is asked about.
 */
export function scriptedCards(): typeof globalThis.fetch {
  const intents = new Map<string, object>();
  const open = (form: URLSearchParams) => {
    const id = `pi_bench${intents.size}x${Math.random().toString(36).slice(2)}`;
    const amount = Number(form.get('amount'));
    const metadata = Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
        return key === undefined ? [] : [[key, value]];
      }),
    );
    const intent = {
      id,
      object: 'payment_intent',
      client_secret: `${id}_secret_bench`,
      created: Math.floor(Date.now() / 1000),
      currency: form.get('currency'),
      amount,
      metadata,
    };
    const charge = { object: 'charge', status: 'succeeded', amount_refunded: 0, disputed: false };
    intents.set(id, {
      ...intent,
      status: 'succeeded',
      amount_received: amount,
      latest_charge: charge,
    });
    return { ...intent, status: 'requires_payment_method' };
  };
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const id = pathname.split('/')[3];
    const answer =
      init?.method === 'POST' && id === undefined
        ? open(new URLSearchParams(String(init.body)))
        : intents.get(id ?? '');
    if (answer === undefined) throw new Error(`Nothing is scripted for ${pathname}.`);
    return Response.json(answer);
  };
}
