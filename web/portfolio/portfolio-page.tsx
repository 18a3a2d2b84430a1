import type { ReactNode } from 'react';
import type { MetaFunction } from 'react-router';
import { imageSourceSet } from '#contract/image-rules.ts';
import { portfolio, type Project } from '#web/content.ts';
import { publicMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';

export const meta: MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: 'My Portfolio',
    description: 'Who builds this shop: skills, three projects and education.',
    path: paths.portfolio,
  });

/** The developer's portfolio (Spec §2): intro, skills, projects, education. */
export default function PortfolioPage() {
  return (
    <Page title={portfolio.title} intro={portfolio.intro}>
      <Part id="skills" title="Skills">
        <ul className="flex flex-wrap gap-3">
          {portfolio.skills.map((skill) => (
            <li
              key={skill}
              className="border-base-300 bg-base-100 rounded-md border px-4 py-2 font-semibold"
            >
              {skill}
            </li>
          ))}
        </ul>
      </Part>
      <Part id="projects" title="Projects">
        <div className="flex flex-col gap-8">
          {portfolio.projects.map((project) => (
            <ProjectCard key={project.name} project={project} />
          ))}
        </div>
      </Part>
      <Part id="education" title="Education">
        <ul className="grid gap-6 md:grid-cols-2">
          {portfolio.education.map(({ industry, department, status }) => (
            <li key={department} className="rounded-box border-base-300 bg-base-100 border p-6">
              <h3 className="text-base font-semibold">{industry}</h3>
              <p className="mt-1">{department}</p>
              <p className="quiet mt-3 text-sm">{status}</p>
            </li>
          ))}
        </ul>
      </Part>
    </Page>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-14 first:mt-4">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      <div className="mt-6">{children}</div>
    </section>
  );
}

function ProjectCard({ project }: { project: Project }) {
  return (
    <article
      className={`rounded-box border-base-300 bg-base-100 flex overflow-hidden border max-md:flex-col ${project.reverse ? 'md:flex-row-reverse' : ''}`}
    >
      <div className="bg-tile md:w-2/5 md:shrink-0">
        <img
          src={project.image}
          srcSet={imageSourceSet(project.image)}
          sizes="(min-width: 84rem) 33rem, (min-width: 48rem) 40vw, 94vw"
          alt=""
          width={800}
          height={600}
          loading="lazy"
          className="size-full object-cover max-md:max-h-60"
        />
      </div>
      <div className="flex flex-col items-start justify-center gap-4 p-6 md:p-10">
        <h3 className="text-lg font-semibold">{project.name}</h3>
        <p className="leading-relaxed">{project.details}</p>
        <a
          href={project.live}
          className={buttonClass()}
          aria-label={`See it live: ${project.name}`}
        >
          See it live
        </a>
      </div>
    </article>
  );
}
