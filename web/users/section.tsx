import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Panel } from '#web/ui/page.tsx';

/** A section of My Profile. Its heading gets the focus if it is the URL's fragment, even if it loads later. */
export function Section(props: { id: string; title: string; children: ReactNode }) {
  const { id, title, children } = props;
  const { hash } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hash === `#${id}`) heading.current?.focus();
  }, [hash, id]);
  return (
    <section aria-labelledby={id} className="mt-8 max-w-3xl">
      <h2 ref={heading} id={id} tabIndex={-1} className="mb-3 scroll-mt-24 text-lg font-semibold">
        {title}
      </h2>
      <Panel className="p-4 sm:p-6">{children}</Panel>
    </section>
  );
}
