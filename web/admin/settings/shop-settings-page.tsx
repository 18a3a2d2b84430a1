import {
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import type { ShopSettings } from '#contract/settings.ts';
import { requireAdmin } from '#web/admin/require-admin.ts';
import { call } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { Failed } from '#web/ui/states.tsx';
import { unknownStep } from '#web/ui/unknown-step.ts';
import { unlessForbidden } from '#web/ui/use-step.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { saveSettings } from './save-settings.ts';
import { ContactFields, SaleBannerFields } from './setting-fields.tsx';
import { SettingForm } from './setting-form.tsx';

const title = 'Shop Settings';

export const meta = () => privateMeta(title);

export const clientLoader = async ({ context }: ClientLoaderFunctionArgs) =>
  defer({ settings: requireAdmin(context, () => call('getSettings', {})) }, 50);

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  return ['contact', 'saleBanner'].includes(String(form.get('step')))
    ? saveSettings(form)
    : unknownStep(form);
}

export const shouldRevalidate = unlessForbidden;

/** What the shop says of itself, for admins to change: how to reach it, and the sale banner. */
export default function ShopSettingsPage() {
  const { settings } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <PageTitle className="mb-3">{title}</PageTitle>
      <p className="quiet max-w-2xl text-base">
        How to reach the shop, and the sale banner of its home page. What is saved is on all pages
        within a minute.
      </p>
      <WhenLoaded
        data={settings}
        failed={<Failed>The settings are not available right now.</Failed>}
      >
        {(found) => <Blocks settings={found} />}
      </WhenLoaded>
    </>
  );
}

function Blocks({ settings: { contact, saleBanner } }: { settings: ShopSettings }) {
  return (
    <div className="mt-6 flex max-w-3xl flex-col gap-10">
      <section aria-labelledby="contact-title">
        <h2 id="contact-title" className="mb-4 text-xl font-semibold">
          Contact
        </h2>
        <Panel className="p-4 sm:p-6">
          <SettingForm
            name="contact"
            setting={contact}
            fields={ContactFields}
            inWords={({ email, phone, street }) => [email, phone, street].join(' · ')}
          />
        </Panel>
      </section>
      <section aria-labelledby="banner-title">
        <h2 id="banner-title" className="mb-4 text-xl font-semibold">
          Sale banner
        </h2>
        <Panel className="p-4 sm:p-6">
          <SettingForm
            name="saleBanner"
            setting={saleBanner}
            fields={SaleBannerFields}
            inWords={({ shown, offer, title: its, button, target }) =>
              [offer, its, button, target, shown ? '' : 'hidden'].filter(Boolean).join(' · ')
            }
          />
        </Panel>
      </section>
    </div>
  );
}
