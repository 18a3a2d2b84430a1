import { Section } from '#web/users/section.tsx';

/** What My Profile says in place of a second factor and the list of browsers, which a hosted identity service does not offer to the shop. */
export function HostedSection() {
  return (
    <Section id="second-factor" title="Second factor and other browsers">
      <p>
        Another company's service signs you in to this shop, and it offers no second factor here and
        no list of the browsers that are signed in. To sign all other browsers out, change the
        password.
      </p>
    </Section>
  );
}
