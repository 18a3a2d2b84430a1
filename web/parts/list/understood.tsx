import type { ReactNode } from 'react';
import type { PartsWanted } from '#contract/parts-address-rules.ts';
import type { Understood as UnderstoodWords } from '#contract/search.ts';
import { changed, partsAddress } from '#web/parts/parts-address.ts';
import { Icon } from '#web/ui/icon.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { vehicleInWords } from '#web/search/understood-words.ts';
import { valueInWords } from './counts.ts';

/** What the words of a search were taken for, with the way back to what was typed. */
export function Understood(props: { wanted: PartsWanted; understood: UnderstoodWords }) {
  const { wanted, understood } = props;
  const { corrected, readAs, vehicle, brand, category, types, attributes, number, ignored } =
    understood;
  const [type] = types;
  const said: readonly (readonly [kind: string, text: string])[] = [
    ...(type ? [['part', type.name] as const] : []),
    ...(category && !type ? [['category', category.name] as const] : []),
    ...(brand === null ? [] : [['brand', brand] as const]),
    ...(number === null ? [] : [['number', number] as const]),
    ...attributes.map(({ label, value, unit }) => [label, valueInWords(value, unit)] as const),
  ];
  if (said.length === 0 && vehicle === null && corrected.length === 0 && ignored.length === 0)
    return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {corrected.length > 0 && (
        <p>
          Showing <strong>{readAs}</strong>.{' '}
          <TextLink to={partsAddress(changed(wanted, { exact: 'yes' }))}>
            {`Search for “${wanted.q ?? ''}” instead`}
          </TextLink>
        </p>
      )}
      <ul aria-label="Understood" className="flex flex-wrap items-center gap-2">
        {[...new Map(said.map((one) => [one.join(' '), one]))].map(([key, [kind, text]]) => (
          <Said key={key}>
            <span className="quiet">{kind}</span> <strong>{text}</strong>
          </Said>
        ))}
        {vehicle !== null && (
          <Said>
            <Icon name="car" className="size-4" />
            <span className="sr-only">vehicle</span> <strong>{vehicleInWords(vehicle)}</strong>
          </Said>
        )}
        {[...new Set(ignored)].map((word) => (
          <li
            key={word}
            className="quiet border-base-content/50 inline-flex min-h-7 items-center gap-1.5 rounded-sm border border-dashed px-2"
          >
            <s>{word}</s> left out
          </li>
        ))}
      </ul>
    </div>
  );
}

function Said({ children }: { children: ReactNode }) {
  return (
    <li className="border-base-300 bg-base-100 inline-flex min-h-7 items-center gap-1.5 rounded-sm border px-2">
      {children}
    </li>
  );
}
