import type { ReactNode } from 'react';
import { numberKinds } from '#contract/number-kinds.ts';
import type { NamedPart, PartDetail } from '#contract/parts.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/text-link.tsx';

/** The attributes that the part's type has, in its order, with their units. */
export function PartMeasures({ part: { attributes, partType } }: { part: PartDetail }) {
  const rows = (partType?.attributes ?? []).flatMap(({ key, label, unit }) => {
    const value = attributes[key];
    return value === undefined ? [] : [{ label, said: `${value} ${unit}`.trim() }];
  });
  return <Table title="Measures and facts" rows={rows} />;
}

/** All numbers under which the part is known, and what it replaces. */
export function PartNumbers({ part: { numbers, replaces } }: { part: PartDetail }) {
  const rows = numbers.map(({ kind, number, maker }) => ({
    label: maker === '' ? numberKinds[kind] : `${numberKinds[kind]}, ${maker}`,
    said: number,
  }));
  return (
    <Table title="Other numbers" rows={rows}>
      {replaces.length > 0 && (
        <p className="mt-3 text-sm">
          Replaces{' '}
          {replaces.map((part, index) => (
            <span key={part._id}>
              {index > 0 && ', '}
              <Named part={part} />
            </span>
          ))}
        </p>
      )}
    </Table>
  );
}

/** A part's number, or its name, as a link to its page if it has one. */
export function Named({ part }: { part: NamedPart }) {
  const called = part.partNumber ?? part.name;
  return part.onSale ? <TextLink to={paths.part(part)}>{called}</TextLink> : called;
}

function Table(props: {
  title: string;
  rows: readonly { label: string; said: string }[];
  children?: ReactNode;
}) {
  const id = props.title.toLowerCase().replaceAll(' ', '-');
  if (props.rows.length === 0 && !props.children) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg font-semibold">
        {props.title}
      </h2>
      {props.rows.length > 0 && (
        <table className="figures mt-3 w-full max-w-prose">
          <tbody>
            {props.rows.map(({ label, said }) => (
              <tr key={`${label} ${said}`} className="border-base-300 border-b">
                <th scope="row" className="quiet w-1/2 py-2 pe-3 text-start align-top font-normal">
                  {label}
                </th>
                <td className="py-2 font-semibold [overflow-wrap:anywhere]">{said}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {props.children}
    </section>
  );
}
