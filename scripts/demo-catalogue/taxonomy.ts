import { type AttributeRange, categories, type PartType } from './part-types.ts';
import { raised } from './wording.ts';

/** The choices are null for a measured attribute. */
const attributeOf = (range: AttributeRange) => ({
  key: range.key,
  label: range.label,
  unit: range.unit ?? '',
  choices: 'values' in range ? range.values : null,
});

const typeOf = (type: PartType) => ({
  id: type.id,
  name: type.name,
  otherNames: [...type.alt, ...type.names].map(raised),
  german: type.german,
  fit: type.fit,
  weightG: type.weightG,
  attributes: type.attributes.map(attributeOf),
});

/** Grows with each change: a copy of the shop with an older one writes none over newer ones. */
const version = 1;

/** The part types as the server knows them, in the order in which they are shown: one line for each. */
export function taxonomyText(): string {
  const texts = categories.map(({ id, name, types }) => {
    const lines = types.map((type) => JSON.stringify(typeOf(type))).join(',\n');
    return `{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)},"types":[\n${lines}\n]}`;
  });
  return `{"version":${version},"categories":[\n${texts.join(',\n')}\n]}\n`;
}
