import { CardsUnavailable, SpentKey, type Cards } from '#server/third-parties/cards/port.ts';
import { ImagesUnavailable, type Images } from '#server/third-parties/images/port.ts';
import { MailDeferred, MailRefused, type Mailer } from '#server/third-parties/mail/port.ts';
import { countFailures } from './count-failures.ts';
import type { ShopMetrics } from './shop-metrics.ts';

interface Providers {
  readonly cards: Cards;
  readonly backgroundCards: Cards;
  readonly images: Images;
  readonly mailer: Mailer;
}

/** The same third parties; each call without a usable answer is counted. What they refuse with reason is not. */
export function watchProviders<Chosen extends Providers>(
  providers: Chosen,
  metrics: Pick<ShopMetrics, 'providerFailed'>,
): Chosen {
  const watched = (cards: Cards) =>
    countFailures(
      cards,
      (error) => error instanceof CardsUnavailable && !(error instanceof SpentKey),
      () => metrics.providerFailed('cards'),
    );
  return {
    ...providers,
    cards: watched(providers.cards),
    backgroundCards: watched(providers.backgroundCards),
    images: countFailures(
      providers.images,
      (error) => error instanceof ImagesUnavailable,
      () => metrics.providerFailed('images'),
    ),
    mailer: countFailures(
      providers.mailer,
      (error) => !(error instanceof MailRefused || error instanceof MailDeferred),
      () => metrics.providerFailed('mail'),
    ),
  };
}
