import type { ClientActionFunctionArgs } from 'react-router';
import { texts } from '#contract/texts.ts';
import { privateMeta } from '#web/meta.ts';
import { PageTitle, Panel } from '#web/ui/page.tsx';
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
      <PageTitle>{texts.addProducts}</PageTitle>
      <Panel className="mt-6 p-4 sm:p-6">
        <AddPartForm />
      </Panel>
    </>
  );
}
