import type { FirebaseProject } from '#server/third-parties/identity/firebase/project.ts';
import { listenAsFirebase } from './stand-in.ts';

/** The Firebase project of a test, by its REST calls. */
export interface FirebaseService {
  readonly origin: string;
  /** It has the calls alone; the pages of a sign-in with Google are in google-pages.ts. */
  readonly isStandIn: boolean;
  readonly project: FirebaseProject;
  /** The query of the newest link that was mailed to an address. */
  linkTo(email: string, type: 'VERIFY_EMAIL' | 'PASSWORD_RESET'): Promise<string>;
  disable(email: string): Promise<void>;
  /** Turns e-mail enumeration protection on or off. */
  protectAddresses(on: boolean): Promise<void>;
  close(): Promise<void>;
}

const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' };
const toolkit = '/identitytoolkit.googleapis.com';

/** The emulator that `npm run test:firebase` has started, or else the stand-in. */
export async function firebaseService(): Promise<FirebaseService> {
  const emulator = process.env['UNDERHOOD_AUTH_EMULATOR'];
  const standIn = emulator === undefined ? await listenAsFirebase() : undefined;
  const origin = standIn?.origin ?? emulator ?? '';
  const projectId = standIn?.projectId ?? 'demo-underhood';
  const ask = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${origin}${path}`, { ...init, headers: owner });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const accounts = `${toolkit}/v1/projects/${projectId}/accounts`;
  return {
    origin,
    isStandIn: standIn !== undefined,
    project: {
      projectId,
      apiKey: 'key',
      authDomain: `${projectId}.firebaseapp.com`,
      emulator: new URL(origin),
      serviceAccount: undefined,
    },
    async linkTo(email, type) {
      const { oobCodes } = await ask<{
        oobCodes: { email: string; requestType: string; oobLink: string }[];
      }>(`/emulator/v1/projects/${projectId}/oobCodes`);
      const mail = oobCodes.findLast((one) => one.email === email && one.requestType === type);
      if (mail === undefined) throw new Error(`Nothing was mailed to ${email}.`);
      return new URL(mail.oobLink).search;
    },
    async disable(email) {
      const { users } = await ask<{ users: { localId: string }[] }>(`${accounts}:lookup`, {
        method: 'POST',
        body: JSON.stringify({ email: [email] }),
      });
      const disabled = { localId: users[0]?.localId, disableUser: true };
      await ask(`${accounts}:update`, { method: 'POST', body: JSON.stringify(disabled) });
    },
    async protectAddresses(on) {
      const config = `${toolkit}/v2/projects/${projectId}/config?updateMask=emailPrivacyConfig`;
      const body = JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: on } });
      await ask(config, { method: 'PATCH', body });
    },
    close: async () => standIn?.close(),
  };
}
