import type { ReactNode } from 'react';

/** A section of the home page: a heading with something beside it, and the content below. */
export function HomeSection(props: {
  /** The heading's id begins with it: `parts` gives `parts-title`. */
  name: string;
  id?: string;
  title: string;
  beside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const titleId = `${props.name}-title`;
  return (
    <section
      id={props.id}
      aria-labelledby={titleId}
      className={`page-column ${props.className ?? 'pt-16 md:pt-24'}`}
    >
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <h2 id={titleId} className="text-xl font-semibold">
          {props.title}
        </h2>
        {props.beside}
      </div>
      {props.children}
    </section>
  );
}
