import type { ReactNode } from 'react';
import type { Site } from '#contract/site.ts';
import { texts } from '#contract/texts.ts';
import { Address } from './address.tsx';
import { Mark } from './mark.tsx';
import { Link } from './link.tsx';
import { keptContent } from './kept-content.tsx';

interface Foot {
  readonly description: string;
  readonly links: readonly { readonly to: string; readonly text: string }[];
  readonly contact: Site['contact'] | undefined;
}

function Columns(props: Foot) {
  return (
    <>
      <div className="page-column grid gap-10 py-14 md:grid-cols-[2fr_1fr_1.4fr]">
        <div>
          <p className="flex items-center gap-2.5 text-base font-semibold">
            <Mark className="text-primary size-8" />
            Underhood
          </p>
          <p className="quiet mt-4 max-w-sm leading-relaxed">{props.description}</p>
        </div>
        <nav aria-labelledby="useful-links">
          <Heading id="useful-links">{texts.usefulLinks}</Heading>
          <ul className="mt-2">
            {props.links.map((link) => (
              <li key={link.to}>
                <Link to={link.to} className="inline-flex min-h-9 items-center hover:underline">
                  {link.text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <Heading>{texts.contactUs}</Heading>
          {props.contact && <ContactLines contact={props.contact} />}
        </div>
      </div>
      <div className="page-column">
        <p className="quiet border-t border-white/10 py-6 text-sm">
          © 2022 Underhood. All rights reserved.
        </p>
      </div>
    </>
  );
}

const columns = keptContent(Columns, { most: 5 });

/** The foot of every page (Spec §1): description, Useful Links, Contact Us, copyright line for 2022. */
export function Footer(foot: Foot) {
  return (
    <footer
      data-theme="dark"
      className="bg-graphite text-base-content mt-24 border-t border-white/10"
      {...columns(foot)}
    />
  );
}

function ContactLines({ contact }: { contact: Site['contact'] }) {
  return (
    <address className="mt-2 not-italic">
      <a
        href={`mailto:${contact.email}`}
        className="inline-flex min-h-9 items-center hover:underline"
      >
        <Address email={contact.email} />
      </a>
      <p className="py-1.5">{contact.street}</p>
      <a
        href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}
        className="figures inline-flex min-h-9 items-center hover:underline"
      >
        {contact.phone}
      </a>
    </address>
  );
}

function Heading({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2 id={id} className="quiet text-sm font-semibold">
      {children}
    </h2>
  );
}
