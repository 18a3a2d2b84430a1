import type { ReactNode } from 'react';

const widths = { page: 'max-w-page', text: 'max-w-3xl', form: 'max-w-md' } as const;

/** The layout of a page: its heading, which gets the focus after a navigation, and its width. */
export function Page(props: {
  title: ReactNode;
  intro?: ReactNode;
  children?: ReactNode;
  /** `page` for lists, `text` for texts, `form` for a narrow form. */
  width?: keyof typeof widths;
}) {
  return (
    <div className={`${widths[props.width ?? 'page']} mx-auto px-4 pt-6 md:px-6 md:pt-10`}>
      <PageTitle>{props.title}</PageTitle>
      {props.intro !== undefined && <div className="quiet mt-2 max-w-2xl">{props.intro}</div>}
      <div className="mt-6">{props.children}</div>
    </div>
  );
}

/** The one first-level heading of a page. */
export function PageTitle(props: { id?: string; className?: string; children: ReactNode }) {
  return (
    <h1 id={props.id} tabIndex={-1} className={`text-xl font-semibold ${props.className ?? ''}`}>
      {props.children}
    </h1>
  );
}

/** A white box on the page's background. */
export function Panel(props: { className?: string; children: ReactNode }) {
  return (
    <div className={`rounded-box border-base-300 bg-base-100 border ${props.className ?? 'p-6'}`}>
      {props.children}
    </div>
  );
}
