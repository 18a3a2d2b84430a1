import type { FastifyInstance } from 'fastify';

/**
 * The API takes JSON and nothing else. An empty body is no body, whatever its content type says
 * (decisions: `PUT /users/admin/{email}` with or without content type); white space is a body, and not JSON.
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
