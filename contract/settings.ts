import * as z from 'zod/mini';
import { Email, line } from './fields.ts';

/** How to reach the shop, as the footer, receipts and mails show it (Spec §1). */
export const Contact = z.object({
  email: Email,
  phone: line(40).check(
    z.refine(
      (phone) => /^\+?[\d\s()./-]+$/.test(phone) && phone.replaceAll(/\D/g, '').length >= 3,
      'Must be a phone number.',
    ),
  ),
  street: line(160),
});
export type Contact = z.infer<typeof Contact>;

/** A path of the shop, or a page elsewhere over https: never `//host`, which browsers take for another site. */
const target = line(300, 0).check(
  z.refine(
    (value) =>
      value === '' ||
      /^\/(?!\/)[^\s\\]*$/.test(value) ||
      (/^https:\/\/[^\s\\/@?#]+(?:[/?#][^\s\\]*)?$/.test(value) &&
        z.safeParse(z.url(), value).success),
    'Must begin with / or https://',
  ),
);

/** The sale banner of the home page (Spec §2). Its button does nothing while it has no target. */
export const SaleBanner = z.object({
  shown: z.boolean(),
  offer: line(20, 0),
  title: line(80),
  button: line(30),
  target,
});
export type SaleBanner = z.infer<typeof SaleBanner>;

/** What shops show: originals come from the operator's environment and need not be as admins may enter them. */
export const ShownContact = z.object({ email: z.string(), phone: z.string(), street: z.string() });

/** A block that admins edit: what is shown, and what was before anybody edited it. */
const blockOf = <Shown extends z.core.$ZodType>(shown: Shown) =>
  z.object({ value: shown, original: shown, isOriginal: z.boolean() });

export const ShopSettings = z.object({
  contact: blockOf(ShownContact),
  saleBanner: blockOf(SaleBanner),
});
export type ShopSettings = z.infer<typeof ShopSettings>;
export type SettingName = keyof ShopSettings;

/** A block as its editor saw it and as it is to be; null brings the original back. */
export const ContactEdit = z.object({ seen: ShownContact, value: z.nullable(Contact) });
export const SaleBannerEdit = z.object({ seen: SaleBanner, value: z.nullable(SaleBanner) });
