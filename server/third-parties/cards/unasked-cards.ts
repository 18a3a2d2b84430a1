import { NoCardKeys, type Cards } from './port.ts';

const refuse = (): Promise<never> => Promise.reject(new NoCardKeys());

/** The card provider of a command that was given no keys: nothing is asked. */
export const unaskedCards: Cards = {
  createIntent: refuse,
  getIntent: refuse,
  listIntents: refuse,
  cancelIntent: refuse,
  refundWhole: refuse,
  refundPart: refuse,
  countDeclines: refuse,
  listRefunds: refuse,
  listDisputes: refuse,
  parseWebhook() {
    throw new NoCardKeys();
  },
  publicConfig() {
    throw new NoCardKeys();
  },
};
