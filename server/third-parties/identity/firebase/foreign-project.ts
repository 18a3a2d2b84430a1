import type { FastifyBaseLogger } from 'fastify';
import { decodeJwt } from 'jose';
import { issuerOf, projectIdPattern, type FirebaseProject } from './project.ts';

/**
 * Tells the operator of a refused token that names another project, because pages get such tokens by an API key of that
 * project. Once, and with nothing else of the token: anybody can send one.
 */
export function foreignProjectNotice(
  { projectId }: FirebaseProject,
  log: Pick<FastifyBaseLogger, 'warn'>,
): (refused: string) => void {
  let isTold = false;
  return (refused) => {
    const project = isTold ? undefined : projectIn(refused);
    if (project === undefined || project === projectId) return;
    isTold = true;
    log.warn(
      { project },
      'an identity token of another Firebase project was refused; if nobody can sign in, FIREBASE_API_KEY is of that project and not of FIREBASE_PROJECT_ID',
    );
  };
}

/** The project that a token says it is of, whoever signed it. */
function projectIn(idToken: string): string | undefined {
  try {
    const { iss, aud } = decodeJwt(idToken);
    const isId = typeof aud === 'string' && projectIdPattern.test(aud);
    return isId && iss === issuerOf(aud) ? aud : undefined;
  } catch {
    return undefined;
  }
}
