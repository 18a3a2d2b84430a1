import {
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { texts } from '#contract/texts.ts';
import { useDashboardUser } from '#web/dashboard/dashboard-user.ts';
import { privateMeta } from '#web/meta.ts';
import { loadsAfter } from '#web/session/loads-after.ts';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { AwaitedParts } from './awaited-parts.tsx';
import { takeClosingStep } from './close-account.ts';
import { CloseSection } from './close-section.tsx';
import { DataSection } from './data-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { AccountSecurity, loadSecurity } from '#web/users/security/account-security.tsx';
import { takeSecurityStep } from '#web/users/security/security-steps.ts';
import { updateProfile } from './update-profile.ts';

export const clientLoader = () => loadSecurity();

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  return (await takeSecurityStep(form)) ?? (await takeClosingStep(form)) ?? updateProfile(form);
}

export const shouldRevalidate = (to: ShouldRevalidateFunctionArgs) =>
  to.defaultShouldRevalidate && loadsAfter(to.actionResult);

export const meta = () => privateMeta(texts.myProfile);

/** The customer's profile (Spec §2: My Profile). */
export default function MyProfilePage() {
  const user = useDashboardUser();
  const { security } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <PageTitle>{`${user.name}'s Profile`}</PageTitle>
      <Panel className="mt-6 max-w-3xl p-4 sm:p-6">
        <ProfileForm key={user.email} user={user} />
      </Panel>
      <AccountSecurity key={`security of ${user.email}`} user={user} security={security} />
      <AwaitedParts email={user.email} />
      <DataSection email={user.email} />
      <CloseSection email={user.email} />
    </>
  );
}
