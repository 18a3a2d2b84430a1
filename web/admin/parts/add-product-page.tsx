import type { ClientActionFunctionArgs } from 'react-router';
import { texts } from '#contract/texts.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import { addPart } from './add-part.ts';
import { AddPartForm } from './add-part-form.tsx';
import { typedPart } from './part-form.ts';

export const meta = () => privateMeta(texts.addProducts);

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  return addPart(typedPart(form), typedText(form, 'key'));
}

/** A new part for the shop (Spec §2: Add Products). */
export default function AddProductPage() {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <PageTitle>{texts.addProducts}</PageTitle>
        <p className="text-sm">
          <TextLink to={paths.imports}>Import a file</TextLink>
        </p>
      </div>
      <Panel className="mt-6 p-4 sm:p-6">
        <AddPartForm />
      </Panel>
    </>
  );
}
