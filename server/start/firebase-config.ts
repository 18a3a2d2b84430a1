import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import {
  projectIdPattern,
  type FirebaseProject,
  type ServiceAccount,
} from '#server/third-parties/identity/firebase/project.ts';
import { given, type Environment, type Variable } from './variables.ts';

/** Each of these means that people sign in at Firebase. */
export const firebaseVariables = [
  'FIREBASE_PROJECT_ID',
  'FIREBASE_API_KEY',
  'FIREBASE_AUTH_DOMAIN',
  'FIREBASE_SERVICE_ACCOUNT',
  'FIREBASE_AUTH_EMULATOR',
] as const satisfies readonly Variable[];

/** What is read of the file that Google Cloud gives for a service account. */
const AccountFile = z.object({
  project_id: z.string(),
  client_email: z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/)),
  private_key_id: z.optional(z.string()),
  private_key: z.string().check(z.refine(isRsaKey)),
});

/** Whether it is a PEM of PKCS #8 that can sign for RS256. */
function isRsaKey(pem: string): boolean {
  try {
    return pem.includes('BEGIN PRIVATE KEY') && createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

interface Surroundings {
  readonly mode: 'demo' | 'live';
  /** The loopback origin in a variable; a fault for any other. */
  readonly loopbackFrom: (name: 'FIREBASE_AUTH_EMULATOR') => URL | undefined;
  readonly faults: string[];
}

/** The Firebase project that signs people in; undefined when none is set. Faults hold no value, because values may be secrets. */
export function firebaseFrom(
  env: Environment,
  { mode, loopbackFrom, faults }: Surroundings,
): FirebaseProject | undefined {
  if (firebaseVariables.every((name) => given(env, name) === undefined)) return undefined;
  const projectId = given(env, 'FIREBASE_PROJECT_ID') ?? '';
  const apiKey = given(env, 'FIREBASE_API_KEY') ?? '';
  const authDomain = given(env, 'FIREBASE_AUTH_DOMAIN') ?? `${projectId}.firebaseapp.com`;
  if (!projectIdPattern.test(projectId))
    faults.push('FIREBASE_PROJECT_ID must be the id of a Firebase project, such as shop-1a2b3.');
  if (!/^[\w-]{1,100}$/.test(apiKey))
    faults.push("FIREBASE_API_KEY must be the project's Web API key.");
  if (!/^[a-z\d][a-z\d.-]*\.[a-z]{2,}$/.test(authDomain))
    faults.push('FIREBASE_AUTH_DOMAIN must be a name such as shop-1a2b3.firebaseapp.com.');
  const emulator = loopbackFrom('FIREBASE_AUTH_EMULATOR');
  if (emulator !== undefined && mode === 'live')
    faults.push(
      'FIREBASE_AUTH_EMULATOR lets anyone sign in as anyone: a live shop does not take it.',
    );
  if (given(env, 'GOOGLE_CLIENT_ID') !== undefined)
    faults.push(
      "GOOGLE_CLIENT_ID is of no use beside FIREBASE_PROJECT_ID: 'Continue with Google' is set up in the project.",
    );
  return {
    projectId,
    apiKey,
    authDomain,
    emulator,
    serviceAccount: serviceAccountFrom(env, projectId, faults),
  };
}

function serviceAccountFrom(
  env: Environment,
  projectId: string,
  faults: string[],
): ServiceAccount | undefined {
  const value = given(env, 'FIREBASE_SERVICE_ACCOUNT');
  if (value === undefined) return undefined;
  const account = z.safeParse(AccountFile, jsonOf(value));
  if (!account.success) {
    faults.push(
      'FIREBASE_SERVICE_ACCOUNT must be the JSON of a service account with its private key, or the path of a file with it.',
    );
    return undefined;
  }
  const { project_id, client_email, private_key_id, private_key } = account.data;
  if (project_id !== projectId)
    faults.push('FIREBASE_SERVICE_ACCOUNT is of another project than FIREBASE_PROJECT_ID.');
  return { email: client_email, keyId: private_key_id, privateKey: private_key };
}

/** The JSON that a value is, or that is in the file of this path; undefined when it is neither. */
function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value.startsWith('{') ? value : readFileSync(value, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}
