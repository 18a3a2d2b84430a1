import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

interface Sent {
  readonly body: object | string;
  readonly method?: 'POST' | 'PATCH';
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends JSON to this machine over connections that stay open; answers what came. Throws for any status but 200 and 201. */
export function postTo(
  port: number,
  path: string,
  { body, method = 'POST', token, headers }: Sent,
): Promise<unknown> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    request({ port, path, method, agent, headers: all }, (answer) => {
      let told = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (told += piece));
      answer.on('end', () => {
        if (answer.statusCode === 200 || answer.statusCode === 201) resolve(JSON.parse(told));
        else reject(new Error(`${method} ${path} was answered ${answer.statusCode}: ${told}`));
      });
    })
      .on('error', reject)
      .end(text);
  });
}
