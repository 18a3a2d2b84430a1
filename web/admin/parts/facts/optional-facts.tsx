import type { PartErrors } from '#web/admin/parts/part-form.ts';
import type { NumberOwner } from '#web/admin/parts/refusal-of.ts';
import type { Pictures } from '#web/admin/parts/use-pictures.ts';
import { AttributesGroup } from './attributes-group.tsx';
import { CatalogueGroup } from './catalogue-group.tsx';
import { NumbersGroup } from './numbers-group.tsx';
import { PicturesGroup } from './pictures-group.tsx';
import { QuantitiesGroup } from './quantities-group.tsx';
import type { OptionalFacts } from './use-optional-facts.ts';
import { VehiclesGroup } from './vehicles-group.tsx';

/** What a part may have beyond the fields of the specification, in groups. */
export function OptionalFactGroups(props: {
  facts: OptionalFacts;
  pictures: Pictures;
  errors: PartErrors | undefined;
  /** Who has a number that was refused. */
  owner: NumberOwner | undefined;
  partId?: string;
}) {
  const { facts, pictures, errors, owner, partId } = props;
  return (
    <section aria-labelledby="optional-facts" className="col-span-full mt-2">
      <h2 id="optional-facts" className="text-lg font-semibold">
        More about the product
      </h2>
      <p className="quiet border-base-300 border-b pt-1 pb-4 text-sm">
        All of it is optional. It makes the product easier to find and to compare.
      </p>
      <CatalogueGroup facts={facts} errors={errors} owner={owner} partId={partId} />
      <QuantitiesGroup facts={facts} errors={errors} />
      <AttributesGroup facts={facts} errors={errors} />
      <NumbersGroup facts={facts} errors={errors} owner={owner} />
      <PicturesGroup pictures={pictures} errors={errors} />
      <VehiclesGroup facts={facts} errors={errors} />
    </section>
  );
}
