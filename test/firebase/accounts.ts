import { randomBytes, scryptSync } from 'node:crypto';
import { Refused } from './refused.ts';

/** An account of the stand-in. */
export interface StandInUser {
  readonly localId: string;
  email: string;
  emailVerified: boolean;
  displayName?: string;
  passwordHash?: string;
  /** The account at Google that is linked. */
  googleId?: string;
  disabled: boolean;
  /** Seconds. */
  validSince: number;
  /** Milliseconds. */
  readonly createdAt: number;
  passwordUpdatedAt?: number;
  lastLoginAt: number;
}

/** A mailed code, as the emulator lists it. */
export interface MailedCode {
  readonly email: string;
  readonly requestType: 'VERIFY_EMAIL' | 'PASSWORD_RESET';
  readonly oobCode: string;
  readonly oobLink: string;
}

type Fields = Readonly<Record<string, unknown>>;

const salt = 'stand-in';
const hashOf = (password: string) =>
  scryptSync(password, salt, 16, { N: 2, r: 1, p: 1 }).toString('base64url');

/** An address as Firebase keeps it. */
export function addressIn({ email }: Fields): string {
  if (typeof email !== 'string' || email === '') throw new Refused('MISSING_EMAIL');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Refused('INVALID_EMAIL');
  return email.toLowerCase();
}

/** The accounts and mailed codes of one project. `now` answers milliseconds. */
export class StandInAccounts {
  readonly users = new Map<string, StandInUser>();
  codes: MailedCode[] = [];
  /** As in projects that are set up today: unknown accounts and wrong passwords are refused alike. */
  hidesAccounts = false;
  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  byEmail(email: string): StandInUser | undefined {
    return [...this.users.values()].find((user) => user.email === email);
  }

  byId(localId: unknown): StandInUser {
    const user = this.users.get(String(localId));
    if (user === undefined) throw new Refused('USER_NOT_FOUND');
    return user;
  }

  create(email: string, about: Fields = {}): StandInUser {
    if (this.byEmail(email)) throw new Refused('EMAIL_EXISTS');
    const now = this.now();
    const user: StandInUser = {
      localId: randomBytes(21).toString('base64url'),
      email,
      emailVerified: about['emailVerified'] === true,
      disabled: false,
      validSince: this.seconds(),
      createdAt: now,
      lastLoginAt: now,
    };
    if (typeof about['displayName'] === 'string') user.displayName = about['displayName'];
    if (about['password'] !== undefined) this.#setPassword(user, about['password']);
    this.users.set(user.localId, user);
    return user;
  }

  /** The account of an address and password. */
  withPassword(email: string, password: unknown): StandInUser {
    const user = this.byEmail(email);
    const isRight = user?.passwordHash === hashOf(String(password));
    if (this.hidesAccounts && !isRight) throw new Refused('INVALID_LOGIN_CREDENTIALS');
    if (user === undefined) throw new Refused('EMAIL_NOT_FOUND');
    if (!isRight) throw new Refused('INVALID_PASSWORD');
    return entered(user);
  }

  /** The account of somebody at Google: linked by the address, which Google has proven. */
  withGoogle({ sub, email, name }: { sub: string; email: string; name?: string | undefined }) {
    const known = [...this.users.values()].find(({ googleId }) => googleId === sub);
    const user = known ?? this.byEmail(email) ?? this.create(email);
    if (known === undefined) {
      // An address that nobody had proven: whoever registered with it cannot come in any more.
      if (!user.emailVerified) {
        delete user.passwordHash;
        delete user.passwordUpdatedAt;
        user.validSince = this.seconds();
      }
      user.googleId = sub;
      user.emailVerified = true;
      user.displayName ??= name ?? '';
    }
    return { user: entered(user), isNew: user.createdAt === user.lastLoginAt };
  }

  /** Changes an account; a new password ends the sessions of before. */
  update(user: StandInUser, change: Fields): void {
    if (typeof change['displayName'] === 'string') user.displayName = change['displayName'];
    if (change['email'] !== undefined && addressIn(change) !== user.email) {
      if (this.byEmail(addressIn(change))) throw new Refused('EMAIL_EXISTS');
      user.email = addressIn(change);
      user.emailVerified = false;
    }
    if (typeof change['emailVerified'] === 'boolean') user.emailVerified = change['emailVerified'];
    if (typeof change['disableUser'] === 'boolean') user.disabled = change['disableUser'];
    if (change['validSince'] !== undefined) user.validSince = Number(change['validSince']);
    if (change['password'] !== undefined) {
      this.#setPassword(user, change['password']);
      user.validSince = this.seconds();
    }
  }

  /** Mails a code, which the stand-in lists instead. */
  mail(user: StandInUser, { requestType, origin }: { requestType: unknown; origin: string }): void {
    if (requestType !== 'VERIFY_EMAIL' && requestType !== 'PASSWORD_RESET')
      throw new Refused('INVALID_REQ_TYPE');
    const oobCode = randomBytes(24).toString('base64url');
    const mode = requestType === 'VERIFY_EMAIL' ? 'verifyEmail' : 'resetPassword';
    const query = new URLSearchParams({ mode, lang: 'en', oobCode, apiKey: 'stand-in' });
    const oobLink = `${origin}/emulator/action?${query.toString()}`;
    this.codes.push({ email: user.email, requestType, oobCode, oobLink });
  }

  /** The mailed code, which stays usable. */
  codeOf(oobCode: unknown): MailedCode {
    const code = this.codes.find((one) => one.oobCode === oobCode);
    if (code === undefined) throw new Refused('INVALID_OOB_CODE');
    return code;
  }

  /** Uses a code: its address is confirmed by it. */
  useCode(oobCode: unknown, newPassword?: unknown): StandInUser {
    const { email, requestType } = this.codeOf(oobCode);
    const user = this.byEmail(email);
    if (user === undefined) throw new Refused('INVALID_OOB_CODE');
    if (requestType === 'PASSWORD_RESET') {
      this.update(user, { password: newPassword });
      // As the emulator does: a stranger may have linked an account of theirs.
      delete user.googleId;
    }
    user.emailVerified = true;
    this.codes = this.codes.filter((one) => one.oobCode !== oobCode);
    return entered(user);
  }

  #setPassword(user: StandInUser, password: unknown): void {
    if (typeof password !== 'string' || password.length < 6)
      throw new Refused('WEAK_PASSWORD : Password should be at least 6 characters');
    user.passwordHash = hashOf(password);
    user.passwordUpdatedAt = this.now();
  }
}

function entered(user: StandInUser): StandInUser {
  if (user.disabled) throw new Refused('USER_DISABLED');
  return user;
}

/** An account as `accounts:lookup` answers it. */
export function shownUser(user: StandInUser): object {
  const { localId, email, emailVerified, displayName, passwordHash, passwordUpdatedAt } = user;
  const shown = displayName === undefined ? {} : { displayName };
  const password = { providerId: 'password', email, federatedId: email, rawId: email, ...shown };
  const google = { providerId: 'google.com', email, rawId: user.googleId, ...shown };
  return {
    localId,
    email,
    emailVerified,
    ...shown,
    ...(passwordHash !== undefined && { passwordHash: 'UkVEQUNURUQ=', passwordUpdatedAt }),
    ...(user.disabled && { disabled: true }),
    validSince: String(user.validSince),
    createdAt: String(user.createdAt),
    lastLoginAt: String(user.lastLoginAt),
    providerUserInfo: [
      ...(passwordHash === undefined ? [] : [password]),
      ...(user.googleId === undefined ? [] : [google]),
    ],
  };
}
