import type { FirebaseProject } from '#server/third-parties/identity/firebase/project.ts';

/** The Firebase project of a test, by its REST calls: the emulator of `npm run test:firebase`, or the stand-in. */
export interface FirebaseService {
  readonly origin: string;
  readonly project: FirebaseProject;
  /** The query of the newest link that was mailed to an address, which leads to any page of the shop's that takes it. */
  linkTo(email: string, type: 'VERIFY_EMAIL' | 'PASSWORD_RESET'): Promise<string>;
  disable(email: string): Promise<void>;
  /** Turns e-mail enumeration protection on or off. */
  protectAddresses(on: boolean): Promise<void>;
  close(): Promise<void>;
}

const projectId = 'demo-underhood';
const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' };

export async function firebaseService(): Promise<FirebaseService> {
  const origin = process.env['UNDERHOOD_AUTH_EMULATOR'];
  if (origin === undefined) throw new Error('There is no emulator.');
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const response = await fetch(`${origin}${path}`, { ...init, headers: owner });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const accounts = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
  const send = (path: string, body: unknown, method = 'POST') =>
    ask(path, { method, body: JSON.stringify(body) });
  return {
    origin,
    project: {
      projectId,
      apiKey: 'key',
      authDomain: `${projectId}.firebaseapp.com`,
      emulator: new URL(origin),
      serviceAccount: undefined,
    },
    async linkTo(email, type) {
      const { oobCodes } = (await ask(`/emulator/v1/projects/${projectId}/oobCodes`)) as {
        oobCodes: { email: string; requestType: string; oobLink: string }[];
      };
      const mail = oobCodes.findLast((one) => one.email === email && one.requestType === type);
      if (mail === undefined) throw new Error(`Nothing was mailed to ${email}.`);
      return new URL(mail.oobLink).search;
    },
    async disable(email) {
      const { users } = (await send(`${accounts}:lookup`, { email: [email] })) as {
        users: { localId: string }[];
      };
      await send(`${accounts}:update`, { localId: users[0]?.localId, disableUser: true });
    },
    async protectAddresses(on) {
      await send(
        `/identitytoolkit.googleapis.com/v2/projects/${projectId}/config?updateMask=emailPrivacyConfig`,
        { emailPrivacyConfig: { enableImprovedEmailPrivacy: on } },
        'PATCH',
      );
    },
    close: () => Promise.resolve(),
  };
}
