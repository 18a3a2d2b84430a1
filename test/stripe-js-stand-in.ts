/**
 * A stand-in for Stripe.js with the functions the shop uses, and with the real one's structure. The card is typed into a frame
 * of js.stripe.com and sent from there to api.stripe.com; the shop's own document never has it. The bank's question is a
 * frame of hooks.stripe.com; the page then asks for its outcome.
 */
export const stripeJs = String.raw`
(() => {
  const origin = 'https://js.stripe.com';
  const api = 'https://api.stripe.com/v1/payment_intents/';
  let calls = 0;

  function ask(frame, target, message) {
    const call = (calls += 1);
    return new Promise((resolve) => {
      addEventListener('message', function hear(event) {
        if (event.origin !== target || event.data.call !== call) return;
        removeEventListener('message', hear);
        resolve(event.data.answer);
      });
      frame.contentWindow.postMessage({ ...message, call }, target);
    });
  }

  function frameOf(src, title) {
    const frame = document.createElement('iframe');
    Object.assign(frame, { src, title });
    frame.style.cssText = 'border:0;width:100%;height:24px;display:block';
    return frame;
  }

  class Card {
    constructor(options) {
      this.options = options;
      this.heard = new Map();
      this.frame = frameOf(origin + '/endive/card.html', 'Secure card payment input frame');
      this.hear = (event) => {
        if (event.source !== this.frame.contentWindow || event.origin !== origin || !event.data.event) return;
        if (event.data.event === 'ready') this.tell({ update: { disabled: !!this.options.disabled } });
        for (const handler of this.heard.get(event.data.event) ?? []) handler({ elementType: 'card', ...event.data.about });
      };
      addEventListener('message', this.hear);
    }
    tell(message) { this.frame.contentWindow?.postMessage(message, origin); }
    on(event, handler) { this.heard.set(event, [...(this.heard.get(event) ?? []), handler]); return this; }
    once(event, handler) { return this.on(event, handler); }
    off(event, handler) { this.heard.set(event, (this.heard.get(event) ?? []).filter((one) => one !== handler)); return this; }
    mount(box) { box.replaceChildren(this.frame); }
    update(options) { Object.assign(this.options, options); this.tell({ update: { disabled: !!this.options.disabled } }); }
    focus() { this.frame.focus(); this.tell({ focus: true }); }
    blur() {}
    clear() { this.tell({ clear: true }); }
    unmount() { this.frame.remove(); }
    destroy() { removeEventListener('message', this.hear); this.frame.remove(); }
  }

  async function question(key, secret, intent) {
    const frame = frameOf('https://hooks.stripe.com/3d_secure.html', '3-D Secure');
    frame.style.cssText = 'position:fixed;inset:20% 20% auto;width:60%;height:200px;z-index:999;background:white';
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await loaded;
    await ask(frame, 'https://hooks.stripe.com', { authenticate: { key, secret, id: intent.id } });
    frame.remove();
    const query = new URLSearchParams({ key, client_secret: secret });
    const after = await (await fetch(api + intent.id + '?' + query)).json();
    return after.status === 'succeeded' ? { paymentIntent: after } : { error: { type: 'card_error', ...after.last_payment_error } };
  }

  window.Stripe = Object.assign((key) => {
    if (!/^pk_/.test(key)) throw new Error('This is no publishable key.');
    let card;
    return {
      _registerWrapper() {},
      registerAppInfo() {},
      createToken() { throw new Error('not stood in for'); },
      createPaymentMethod() { throw new Error('not stood in for'); },
      elements: () => ({
        create(type, options) {
          if (type !== 'card') throw new Error('not stood in for: ' + type);
          return (card = new Card({ ...options }));
        },
        getElement: () => card ?? null,
        update() {},
      }),
      async confirmCardPayment(secret, { payment_method: { card: element, billing_details } }) {
        const answer = await ask(element.frame, origin, { confirm: { key, secret, billing: billing_details } });
        if (answer.paymentIntent?.status !== 'requires_action') return answer;
        return question(key, secret, answer.paymentIntent);
      },
    };
  }, { version: 'endive' });
})();
`;

const cardFrame = String.raw`<!doctype html><html lang="en"><title>Card</title>
<style>body{margin:0;display:flex}input{border:0;min-width:0;font:16px sans-serif}</style>
<input name="cardnumber" aria-label="Credit or debit card number" size="19">
<input name="exp-date" aria-label="Credit or debit card expiration date" size="7">
<input name="cvc" aria-label="Credit or debit card CVC/CVV" size="4">
<script>
  const [number, date, cvc] = document.querySelectorAll('input');
  let shop;
  const digits = (input) => input.value.replace(/\D/g, '');
  function fault() {
    if (digits(number).length < 15) return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
    if (digits(date).length < 4) return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." };
    if (digits(cvc).length < 3) return { code: 'incomplete_cvc', message: "Your card's security code is incomplete." };
  }
  const tell = (event, about) => parent.postMessage({ event, about }, '*');
  document.addEventListener('input', () => tell('change', { complete: !fault(), empty: !digits(number), error: undefined }));
  addEventListener('message', async ({ data, origin }) => {
    if (data.update) for (const input of [number, date, cvc]) input.disabled = data.update.disabled;
    if (data.focus) number.focus();
    if (!data.confirm) return;
    const reply = (answer) => parent.postMessage({ call: data.call, answer }, origin);
    const wrong = fault();
    if (wrong) return reply({ error: { type: 'validation_error', ...wrong } });
    const { key, secret, billing } = data.confirm;
    const body = new URLSearchParams({
      key, client_secret: secret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': digits(number),
      'payment_method_data[card][exp_month]': digits(date).slice(0, 2),
      'payment_method_data[card][exp_year]': digits(date).slice(2),
      'payment_method_data[card][cvc]': digits(cvc),
      'payment_method_data[billing_details][name]': billing.name,
      'payment_method_data[billing_details][email]': billing.email,
    });
    try {
      const sent = await fetch('https://api.stripe.com/v1/payment_intents/' + secret.split('_secret_')[0] + '/confirm', { method: 'POST', body });
      const answer = await sent.json();
      reply(answer.error ? { error: answer.error } : { paymentIntent: answer });
    } catch {
      reply({ error: { type: 'api_connection_error', message: 'We are experiencing issues connecting to our payments provider.' } });
    }
  });
  tell('ready', {});
</script>`;

const bankFrame = String.raw`<!doctype html><html lang="en"><title>3-D Secure</title><h1>Your bank</h1>
<button value="failed" disabled>Fail</button> <button value="succeeded" disabled>Complete</button>
<script>
  addEventListener('message', ({ data, origin }) => {
    const { key, secret, id } = data.authenticate;
    for (const button of document.querySelectorAll('button')) {
      button.onclick = async () => {
        const body = new URLSearchParams({ key, client_secret: secret, outcome: button.value });
        await fetch('https://api.stripe.com/v1/payment_intents/' + id + '/authenticate', { method: 'POST', body });
        parent.postMessage({ call: data.call, answer: {} }, origin);
      };
      // A press before the bank knows what it is asked about would be lost.
      button.disabled = false;
    }
  });
</script>`;

/** The documents in Stripe's frames, by their path. */
export const framesOfStripe: Readonly<
  Record<string, { readonly type: string; readonly body: string }>
> = {
  '/endive/card.html': { type: 'text/html', body: cardFrame },
  '/3d_secure.html': { type: 'text/html', body: bankFrame },
};
