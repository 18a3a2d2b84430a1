import type { MetaFunction } from 'react-router';
import { questions } from '#web/content.ts';
import { publicMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { Page, Panel } from '#web/ui/page.tsx';

export const meta: MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: 'Blog',
    description:
      'Five questions about buying car parts in bulk and about how this shop is made, answered.',
    path: paths.blog,
  });

/** Five question-and-answer cards (Spec §2). */
export default function BlogPage() {
  return (
    <Page
      title="Blog"
      intro="Five questions we hear about buying in bulk, and about how this shop is made."
      width="text"
    >
      <div className="flex flex-col gap-6">
        {questions.map(({ id, title, description }) => (
          <Panel key={id} className="p-6 md:p-8">
            <article id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`} className="text-lg leading-snug font-semibold">
                {title}
              </h2>
              <p className="mt-3 leading-relaxed">{description}</p>
            </article>
          </Panel>
        ))}
      </div>
    </Page>
  );
}
