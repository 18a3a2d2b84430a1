import type { Attributes } from './attribute-rule.ts';
import type { PartType } from './taxonomy.ts';

/** Phrases that are true of some parts of a type only, or that must say which of two things holds. */
const conditional: Record<string, (attributes: Attributes) => string | undefined> = {
  'Carbon grade binds exhaust odours': ({ media }) =>
    media === 'Activated carbon' ? 'Activated carbon binds exhaust odours' : undefined,
  'Water separation above 93 %': ({ water }) =>
    water === 'Yes' ? 'Water separation above 93 %' : undefined,
  'Drain screw where fitted by the maker': ({ water }) =>
    water === 'Yes' ? 'With drain screw' : undefined,
  'E-coated steel or die-cast aluminium': ({ mat }) =>
    mat === 'Steel' ? 'E-coated steel' : 'Die-cast aluminium',
  'Brushless on 400 W and up': ({ power }) =>
    Number(power) >= 400 ? 'Brushless motor' : undefined,
  'Installation sleeve on PTFE type': ({ mat }) =>
    mat === 'PTFE' ? 'Installation sleeve enclosed' : undefined,
  'ECE R112 or R149 as marked': ({ src }) => (src === 'LED' ? 'ECE R149' : 'ECE R112'),
  'Silicate or OAT package as marked': ({ type }) =>
    type === 'G11'
      ? 'Silicate additive package'
      : type === 'OAT'
        ? 'Organic acid technology'
        : undefined,
  'Primed for painting': ({ col }) => (col === 'Primed' ? 'Ready for painting' : undefined),
  'W5W or LED': () => 'For W5W bulbs',
  'Grease nipple optional': () => 'With grease nipple',
  'Vent valve as the maker requires': () => 'With vent valve',
  'With pulley where fitted': () => 'Without pulley',
  'Bulb holder per drawing': ({ src }) => (src === 'Bulb' ? 'Bulb holder enclosed' : undefined),
  'Ceramic monolith': () => 'Ceramic monolith, mounting mat included',
  'Pre-filled with oil': () => 'Pre-filled with oil, fit as delivered',
  'Brass terminals': () => 'Brass terminals',
};

/** What may be promised of this part: the type's phrases that are true for its attributes. */
export function featuresOf(type: PartType, attributes: Attributes): string[] {
  return type.features.flatMap((phrase) => {
    const rule = conditional[phrase];
    const said = rule ? rule(attributes) : phrase;
    return said ? [said] : [];
  });
}
