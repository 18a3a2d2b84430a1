import { randomUUID } from 'node:crypto';
import {
  decodeJwt,
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type JWK,
  type JWTPayload,
} from 'jose';
import type { StandInUser } from './accounts.ts';
import { Refused } from './refused.ts';

/** A sign-in: what a refresh token stands for. */
interface SignIn {
  readonly localId: string;
  /** Seconds. */
  readonly authTime: number;
  readonly provider: 'password' | 'google.com';
}

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** The identity tokens of a project: signed as Firebase's are, or unsigned as the emulator's. */
export class StandInTokens {
  readonly #signIns = new Map<string, SignIn>();
  readonly #project: string;
  readonly #now: () => number;
  /** The newest last; none for unsigned tokens. */
  readonly #keys: SigningKey[] = [];

  constructor(project: string, now: () => number) {
    this.#project = project;
    this.#now = now;
  }

  /** From now on tokens are signed with a new key; the earlier ones are still published unless `forgets`. */
  async rotateKey({ forgets = false } = {}): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const kid = randomUUID().replaceAll('-', '');
    if (forgets) this.#keys.length = 0;
    const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
    this.#keys.push({ kid, privateKey, jwk });
  }

  keySet(): { keys: JWK[] } {
    return { keys: this.#keys.map(({ jwk }) => jwk) };
  }

  /** The two tokens of a new sign-in, as the calls answer them. */
  async begin(user: StandInUser, provider: SignIn['provider']) {
    user.lastLoginAt = this.#now();
    const refreshToken = randomUUID();
    const signIn = { localId: user.localId, authTime: this.#seconds(), provider };
    this.#signIns.set(refreshToken, signIn);
    return { idToken: await this.identityToken(user, signIn), refreshToken, expiresIn: '3600' };
  }

  /** The sign-in of a refresh token. */
  signInOf(refreshToken: string): SignIn {
    const signIn = this.#signIns.get(refreshToken);
    if (signIn === undefined) throw new Refused('INVALID_REFRESH_TOKEN');
    return signIn;
  }

  /** A token with Firebase's claims; `changes` makes another one of it. */
  async identityToken(
    user: StandInUser,
    { authTime, provider }: Omit<SignIn, 'localId'>,
    changes: JWTPayload = {},
  ): Promise<string> {
    const claims = {
      ...(user.displayName !== undefined && { name: user.displayName }),
      iss: `https://securetoken.google.com/${this.#project}`,
      aud: this.#project,
      auth_time: authTime,
      user_id: user.localId,
      sub: user.localId,
      iat: this.#seconds(),
      exp: this.#seconds() + 3600,
      email: user.email,
      email_verified: user.emailVerified,
      firebase: { identities: { email: [user.email] }, sign_in_provider: provider },
      ...changes,
    };
    const key = this.#keys.at(-1);
    return key === undefined
      ? new UnsecuredJWT(claims).encode()
      : new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' })
          .sign(key.privateKey);
  }

  /** The account and the time of the sign-in that a token says. Whoever checks the signature has the public keys. */
  said(idToken: unknown): { localId: string; authTime: number } {
    try {
      const { sub = '', auth_time: authTime } = decodeJwt(String(idToken));
      return { localId: sub, authTime: Number(authTime) };
    } catch {
      throw new Refused('INVALID_ID_TOKEN');
    }
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000);
  }
}
