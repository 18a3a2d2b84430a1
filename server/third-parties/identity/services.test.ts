import { openEmbeddedWay } from '#test/embedded-way.ts';
import { openFirebaseWay } from '#test/firebase/firebase-way.ts';
import { listenAsFirebase } from '#test/firebase/stand-in.ts';
import { emulatedProject, signedProject } from '#test/firebase/stand-in-project.ts';
import { identityContract, type IdentityWay } from '#test/identity-contract.ts';

async function openStandIn(signed: boolean): Promise<IdentityWay> {
  const firebase = await listenAsFirebase({ signed });
  const { origin, projectId } = firebase;
  const project = signed ? signedProject(firebase) : emulatedProject(origin, projectId);
  const way = await openFirebaseWay(origin, project);
  return { ...way, close: () => way.close().then(() => firebase.close()) };
}

identityContract('the embedded service', openEmbeddedWay);
identityContract('Firebase', () => openStandIn(true));
// By `npm run test:firebase` the emulator itself.
const emulator = process.env['UNDERHOOD_AUTH_EMULATOR'];
identityContract("Firebase's emulator", () =>
  emulator === undefined
    ? openStandIn(false)
    : openFirebaseWay(emulator, emulatedProject(emulator, 'demo-underhood')),
);
