import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { pictureServer } from '#test/picture-server.ts';
import { pictureFetcher } from './fetch-picture.ts';

const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'.split(' ');
const about = ['-subj', '/CN=pictures.example', '-addext', 'subjectAltName=DNS:pictures.example'];
const files = ['-keyout', keyFile, '-out', certFile];
execFileSync('openssl', ['req', ...kind, ...about, ...files], { stdio: 'ignore' });
const cert = readFileSync(certFile, 'utf8');
const stand = await pictureServer({ key: readFileSync(keyFile, 'utf8'), cert });
stand.answer = (_, response) => void response.end('a picture');
for (const name of ['pictures.example', 'other.example'])
  stand.names.set(name, [['93.184.216.34']]);
const fetchPicture = pictureFetcher(stand.network);

test('a picture is fetched by TLS only from a server whose certificate is trusted and has its name', async () => {
  await expect(fetchPicture('https://pictures.example/')).rejects.toMatchObject({
    code: 'picture_unreachable',
  });
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), cert]);
  expect((await fetchPicture('https://pictures.example/')).toString()).toBe('a picture');
  await expect(fetchPicture('https://other.example/')).rejects.toMatchObject({
    code: 'picture_unreachable',
  });
  expect(stand.requests).toHaveLength(1);
});
