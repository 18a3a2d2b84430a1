import type { FastifyInstance } from 'fastify';

/**
 * Makes JSON the only content type. An empty body counts as none, whatever its content type (decisions:
 * `PUT /users/admin/{email}`); white space is invalid JSON.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined);
      else void parse(request, body, done);
    },
  );
}
