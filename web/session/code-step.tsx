import { texts } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';
import { Field } from '#web/ui/field.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The second step of a sign-in whose account asks for a code. */
export function CodeStep() {
  return (
    <Page title="Enter your code" width="form">
      <Panel className="p-6 sm:p-8">
        <SignInForm key="code" label="Enter your code" button={texts.login}>
          {(errors) => <CodeField error={errors.code} />}
        </SignInForm>
      </Panel>
      <p className="mt-6">
        <TextLink to={paths.login} replace>
          Back to login
        </TextLink>
      </p>
    </Page>
  );
}

/** The field of a second factor's code; also takes letters, for recovery codes. */
export function CodeField({ error }: { error: string | undefined }) {
  return (
    <Field
      label="Code"
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={40}
      error={error}
      help="The six digits that your app shows now, or one of your recovery codes."
    />
  );
}
