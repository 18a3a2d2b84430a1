import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { PartiesOfCommand, ThirdParties } from './third-party-config.ts';
import type { Cards } from '#server/third-parties/cards/port.ts';
import type {
  SandboxCards,
  SandboxSetup,
} from '#server/third-parties/cards/sandbox/sandbox-cards.ts';
import { backgroundTimeoutMs } from '#server/third-parties/cards/time-limits.ts';
import type { StripeSetup } from '#server/third-parties/cards/stripe-cards.ts';
import { unaskedCards } from '#server/third-parties/cards/unasked-cards.ts';
import { diskImages } from '#server/third-parties/images/disk/disk-images.ts';
import { imgbbImages } from '#server/third-parties/images/imgbb/imgbb-images.ts';
import type { Images } from '#server/third-parties/images/port.ts';
import { outboxMailer } from '#server/third-parties/mail/outbox-mailer.ts';
import type { Mailer } from '#server/third-parties/mail/port.ts';

type Mount = (app: FastifyInstance) => Promise<void>;

/** The card provider. A sandbox also has routes for browsers, and events to deliver. */
interface ChosenCards {
  readonly cards: Cards;
  /** The same for work that nobody waits for at a page. */
  readonly backgroundCards: Cards;
  readonly sandbox: SandboxCards | undefined;
  readonly mounts: readonly Mount[];
}

/** Stripe if there is an account, the sandbox otherwise; the sandbox's code is loaded only if it is used. */
export async function chooseCards(
  account: PartiesOfCommand['cards'],
  setup: SandboxSetup,
): Promise<ChosenCards> {
  const { clock, ending } = setup;
  if (account === 'unasked')
    return { cards: unaskedCards, backgroundCards: unaskedCards, sandbox: undefined, mounts: [] };
  if (account === 'sandbox') {
    const { sandboxCards } = await import('#server/third-parties/cards/sandbox/sandbox-cards.ts');
    const sandbox = sandboxCards(setup);
    return {
      cards: sandbox.cards,
      backgroundCards: sandbox.backgroundCards,
      sandbox,
      mounts: [sandbox.mount],
    };
  }
  const { stripeCards } = await import('#server/third-parties/cards/stripe-cards.ts');
  const { secretKey, publishableKey, webhookSecrets, standIn } = account;
  const way: StripeSetup = {
    secretKey,
    webhookSecrets,
    clock,
    browser: { provider: 'stripe', publishableKey },
    ...(standIn ? { address: stripeAddress(standIn) } : {}),
  };
  const backgroundCards = stripeCards({
    ...way,
    timeoutMs: backgroundTimeoutMs,
    ...(ending ? { ending } : {}),
  });
  return { cards: stripeCards(way), backgroundCards, sandbox: undefined, mounts: [] };
}

function stripeAddress({ protocol, hostname, port }: URL) {
  const secure = protocol === 'https:';
  return {
    protocol: secure ? ('https' as const) : ('http' as const),
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: Number(port) || (secure ? 443 : 80),
  };
}

/**
 * A bucket or imgbb if there is an account, a folder on this machine otherwise. What is in that folder is served all the same: a shop
 * that moves to another host shows what it has not copied yet.
 */
export async function chooseImages(
  account: ThirdParties['images'],
  dataDir: string,
): Promise<{ images: Images; mounts: readonly Mount[] }> {
  const disk = diskImages(imageFolderOf(dataDir));
  return { images: await hostOf(account, disk), mounts: [disk.mount] };
}

async function hostOf(account: ThirdParties['images'], disk: Images): Promise<Images> {
  if (account === 'disk') return disk;
  if ('publicUrl' in account) {
    const { s3Images } = await import('#server/third-parties/images/s3/s3-images.ts');
    return s3Images(account);
  }
  const isStandIn = account.base.hostname !== 'api.imgbb.com';
  return imgbbImages({ ...account, ...(isStandIn ? { origin: account.base.origin } : {}) });
}

/** Where pictures are on this machine. */
export function imageFolderOf(dataDir: string): string {
  return path.join(dataDir, 'images');
}

/** The mail server if there is one; otherwise the outbox, whose mails are shown on a page. */
export async function chooseMailer(server: ThirdParties['mail']): Promise<Mailer> {
  if (server === 'outbox') return outboxMailer;
  const { smtpMailer } = await import('#server/third-parties/mail/smtp-mailer.ts');
  return smtpMailer(server);
}
