import type { SaleBanner } from './settings.ts';
import { texts } from './texts.ts';

/** The specification's banner (Spec §2, §9). */
export const originalSaleBanner: SaleBanner = {
  shown: true,
  offer: texts.saleOff,
  title: texts.saleTitle,
  button: texts.shopNow,
  target: '',
};
