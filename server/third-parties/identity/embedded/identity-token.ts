import { Refusal, refuse } from '#server/http/refusal.ts';
import { canReadKeys } from './change-secret.ts';
import { forward, type Asker, type Outcome } from './forward.ts';
import type { IdentityParts } from './parts.ts';

/** Answers an identity token. Refuses with `unavailable` when another copy has changed to a secret that this one does not have. */
export async function getIdentityToken(parts: IdentityParts, asked: Asker): Promise<Outcome> {
  try {
    return await forward(parts, asked, { path: '/token' });
  } catch (error) {
    if (error instanceof Refusal || (await canReadKeys(parts.db, parts.secrets))) throw error;
    parts.log.error(
      'the keys of identity tokens were encrypted with a secret that this copy lacks',
    );
    return refuse('unavailable');
  }
}
