import { expect } from 'vitest';
import { continueWithGoogle } from './google-contract.ts';
import { startShop } from './harness.ts';
import type { IdentitySession, IdentityWay } from './identity-contract.ts';
import { codeIn, mailsTo } from './mailbox.ts';
import { Visitor } from './visitor.ts';

/** The embedded service, by the calls of its pages. */
export async function openEmbeddedWay(): Promise<IdentityWay> {
  const shop = await startShop();
  const visitors = new WeakMap<IdentitySession, Visitor>();
  let networks = 0;
  /** Each from another network because of the rate limits. */
  const newVisitor = () => new Visitor(shop.app, `10.1.0.${(networks += 1)}`);
  const sessionOf = (visitor: Visitor): IdentitySession => {
    const session: IdentitySession = {
      async token() {
        const answer = await visitor.get('/api/identity/token');
        return answer.statusCode === 200 ? (answer.json().token as string) : undefined;
      },
    };
    visitors.set(session, visitor);
    return session;
  };
  const code = async (email: string, about: RegExp) => {
    const mails = await mailsTo(shop.db, email.toLowerCase());
    return codeIn(mails.findLast(({ subject }) => about.test(subject)));
  };
  return {
    shop,
    async register(person) {
      const visitor = newVisitor();
      expect((await visitor.post('/api/identity/sign-up/email', person)).statusCode).toBe(200);
      return sessionOf(visitor);
    },
    async signIn({ email, password }) {
      const visitor = newVisitor();
      const answer = await visitor.post('/api/identity/sign-in/email', { email, password });
      return answer.statusCode === 200 ? sessionOf(visitor) : undefined;
    },
    async confirm(email, session) {
      const token = await code(email, /confirm/i);
      const answer = await visitors.get(session)?.post('/api/identity/verify-email', { token });
      expect(answer?.statusCode).toBe(200);
    },
    async reset(email, newPassword) {
      const visitor = newVisitor();
      await visitor.post('/api/identity/request-password-reset', { email });
      const token = await code(email, /password/i);
      const answer = await visitor.post('/api/identity/reset-password', { token, newPassword });
      expect(answer.statusCode).toBe(200);
    },
    async google({ email, name }) {
      const visitor = newVisitor();
      await continueWithGoogle(visitor, { do: 'continue', email, name });
      return sessionOf(visitor);
    },
    later: () => Promise.resolve(),
    close: () => shop.close(),
  };
}
