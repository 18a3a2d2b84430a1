import { generateKeyPairSync } from 'node:crypto';
import type { FirebaseProject } from '#server/third-parties/identity/firebase/project.ts';
import { keysPath, type FirebaseStandIn } from './stand-in.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** The project of a stand-in that signs its tokens, as a shop with a service account knows it. */
export function signedProject({ origin, projectId }: FirebaseStandIn): FirebaseProject {
  return {
    projectId,
    apiKey: 'stand-in-key',
    authDomain: `${projectId}.firebaseapp.com`,
    emulator: undefined,
    serviceAccount: { email: 'shop@stand-in.example', keyId: 'stand-in', privateKey },
    addresses: {
      identityToolkit: `${origin}/identitytoolkit.googleapis.com`,
      keys: `${origin}${keysPath}`,
      tokens: `${origin}/token`,
    },
  };
}

/** A project that is on an emulator at this origin. */
export function emulatedProject(origin: string, projectId: string): FirebaseProject {
  return {
    projectId,
    apiKey: 'stand-in-key',
    authDomain: `${projectId}.firebaseapp.com`,
    emulator: new URL(origin),
    serviceAccount: undefined,
  };
}
