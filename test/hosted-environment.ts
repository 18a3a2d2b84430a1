import { ConfigError, configFrom } from '#server/start/config.ts';
import type { Environment } from '#server/start/variables.ts';

/** Keys in the format of Stripe's live keys; none of them is real. */
export const stripe = {
  STRIPE_SECRET_KEY: 'sk_live_a1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_a1',
  STRIPE_WEBHOOK_SECRET: 'whsec_a1',
};
export const testKeys = {
  ...stripe,
  STRIPE_SECRET_KEY: 'sk_test_a1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_a1',
};
export const mail = {
  SMTP_URL: 'smtps://shop:secret@mail.example:465',
  MAIL_FROM: 'Underhood <orders@shop.example>',
};
/** Everything a live shop needs. */
export const live = {
  SHOP_MODE: 'live',
  PUBLIC_URL: 'https://shop.example',
  TRUST_PROXY: 'loopback',
  ...stripe,
  ...mail,
};

/** An environment without some of its variables. */
export function without(env: Environment, ...names: string[]): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

/** What a start in this environment is refused for; nothing when it is not. */
export function faultsOf(env: Environment): readonly string[] {
  try {
    configFrom(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
