// `npm run audit`: known vulnerabilities of the installed packages. Exit 0: none; 1: some; 2: the registry did not answer. Not part
// of `npm test`, because the result changes without a change of ours.
import { execFile } from 'node:child_process';
import { print } from '#server/print.ts';
import { root } from './run.ts';

interface Advisory {
  readonly title: string;
  readonly url: string;
  readonly severity: string;
  readonly range: string;
}

interface Audit {
  /** By package; `via` names advisories, or other packages that have them. */
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly via: readonly (Advisory | string)[] }>
  >;
}

/** npm exits with an error both for findings and without an answer; only its output tells them apart. */
function askRegistry(): Promise<Audit> {
  return new Promise((resolve) => {
    const options = { cwd: root, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' };
    execFile('npm', ['audit', '--json'], options, (_error, stdout) => {
      try {
        resolve(JSON.parse(stdout) as Audit);
      } catch {
        resolve({});
      }
    });
  });
}

const { vulnerabilities } = await askRegistry();
if (vulnerabilities === undefined) {
  print('The registry does not answer about advisories: nothing is known, neither good nor bad.');
  process.exitCode = 2;
} else {
  const known = Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    via
      .filter((one) => typeof one !== 'string')
      .map(({ severity, title, range, url }) => `${severity}: ${name} ${range}: ${title} (${url})`),
  );
  for (const line of known) print(line);
  print(
    known.length === 0 ? 'No advisory is known for what is installed.' : `${known.length} known.`,
  );
  process.exitCode = known.length === 0 ? 0 : 1;
}
