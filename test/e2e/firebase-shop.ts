import { mountSite } from '#server/http/site.ts';
import { sandboxes } from '#server/start/third-party-config.ts';
import { firebaseService, type FirebaseService } from '#test/firebase/service.ts';
import { freePort } from '#test/free-port.ts';
import { startShop, type TestShop } from '#test/harness.ts';

/** A shop with the built pages that a Firebase project signs people in to. */
export interface FirebaseShop extends TestShop {
  readonly address: string;
  readonly service: FirebaseService;
  /** The newest link that the service mailed, as its set-up lets it lead to the shop (docs/operations.md). */
  linkTo(...mail: Parameters<FirebaseService['linkTo']>): Promise<string>;
}

export async function startFirebaseShop(): Promise<FirebaseShop> {
  const service = await firebaseService();
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const thirdParties = { ...sandboxes, identity: service.project };
  const shop = await startShop({
    publicUrl: address,
    pages: mountSite,
    isInHurry: true,
    thirdParties,
  });
  await shop.app.listen({ host: '127.0.0.1', port });
  const { close } = shop;
  return Object.assign(shop, {
    address,
    service,
    linkTo: async (...mail: Parameters<FirebaseService['linkTo']>) =>
      `/verify-email${await service.linkTo(...mail)}`,
    async close() {
      await close();
      await service.close();
    },
  });
}
