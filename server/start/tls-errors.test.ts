import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import { startupError } from './startup-errors.ts';

const server = await postgresServer();
const folder = temporaryFolder('tls');
const at = (file: string) => path.join(folder, file);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const openssl = (...args: string[]) =>
  execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** An authority of our own, and certificates of it for a server on this machine and for the shop. */
function makeCertificates(): void {
  for (const name of ['ca', 'stranger'])
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-subj',
      `/CN=${name}`,
    );
  for (const [name, subject] of [
    ['server', '127.0.0.1'],
    ['shop', 'postgres'],
  ]) {
    openssl(
      'req',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${subject}`,
    );
    writeFileSync(at('names'), 'subjectAltName=IP:127.0.0.1');
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-extfile',
      'names',
      '-out',
      `${name}.pem`,
    );
  }
}

async function tell(...statements: string[]): Promise<string> {
  const client = new pg.Client({ connectionString: server!.url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  const { rows } = await client.query<{ hba_file: string }>('show hba_file');
  await client.end();
  return rows[0]?.hba_file ?? '';
}

/** What a start on this address says; undefined when the database answers over TLS. */
async function saidAt(url: string): Promise<unknown> {
  try {
    const { db, close } = await openDatabase({ url, dataDir: '' });
    try {
      const { rows } = await sql<{ ssl: boolean }>`
        select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
      return rows[0]?.ssl ? undefined : 'no TLS';
    } finally {
      await close();
    }
  } catch (error) {
    return startupError(error, { DATABASE_URL: url }) ?? error;
  }
}

const cannot = 'The database that DATABASE_URL names cannot be used:';
const unknown = `${cannot} its certificate comes from an authority that this machine does not know; name its file in DATABASE_URL: sslmode=verify-full&sslrootcert=/path/to/ca.pem.`;

describe.runIf(server)('a database over TLS', () => {
  const ours = `${server?.url}?sslmode=verify-full&sslrootcert=${at('ca.pem')}`;
  const warnings: string[] = [];
  const hear = (warning: Error) => void warnings.push(warning.message);
  let hbaFile: string;
  beforeAll(async () => {
    makeCertificates();
    hbaFile = await tell();
    // The server's account reads them.
    chmodSync(folder, 0o711);
    const { uid, gid } = statSync(hbaFile);
    for (const file of ['server.key', 'server.pem', 'ca.pem']) chownSync(at(file), uid, gid);
    process.on('warning', hear);
    return () => void process.off('warning', hear);
  });

  test('is refused in a sentence when the server does not speak it', async () => {
    expect(await saidAt(ours)).toBe(
      `${cannot} it does not speak TLS, which sslmode in DATABASE_URL asks for.`,
    );
  });

  test('works with the authority named, without a warning', async () => {
    await tell(
      `alter system set ssl_cert_file = '${at('server.pem')}'`,
      `alter system set ssl_key_file = '${at('server.key')}'`,
      `alter system set ssl_ca_file = '${at('ca.pem')}'`,
      'alter system set ssl = on',
      'select pg_reload_conf()',
    );
    await expect.poll(() => saidAt(ours)).toBeUndefined();
    // As hosts of databases write it into their addresses.
    expect(await saidAt(ours.replace('verify-full', 'require'))).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  test('is refused in a sentence when the certificate does not fit', async () => {
    expect(await saidAt(`${server!.url}?sslmode=verify-full`)).toBe(unknown);
    expect(await saidAt(ours.replace('ca.pem', 'stranger.pem'))).toBe(unknown);
    expect(await saidAt(ours.replace('127.0.0.1', 'localhost'))).toBe(
      `${cannot} its certificate is for another host name than the one in DATABASE_URL.`,
    );
    expect(await saidAt(ours.replace('ca.pem', 'missing.pem'))).toBe(
      `${cannot} the file that sslrootcert of DATABASE_URL names cannot be read (ENOENT: no such file or directory, open '${at('missing.pem')}').`,
    );
  });

  test('is refused in a sentence when the server wants a certificate of the shop, and works with one', async () => {
    writeFileSync(
      hbaFile,
      `hostssl all all 127.0.0.1/32 trust clientcert=verify-ca
       hostnossl postgres all 127.0.0.1/32 trust`,
    );
    await tell('select pg_reload_conf()');
    await expect
      .poll(() => saidAt(ours))
      .toBe(
        `${cannot} it wants a certificate of the shop: name it and its key in DATABASE_URL with sslcert=FILE&sslkey=FILE.`,
      );
    const as = (name: string) => `${ours}&sslcert=${at(`${name}.pem`)}&sslkey=${at(`${name}.key`)}`;
    expect(await saidAt(as('shop'))).toBeUndefined();
    expect(await saidAt(as('stranger'))).toBe(
      `${cannot} it does not take the certificate that sslcert and sslkey of DATABASE_URL name.`,
    );
    expect(await saidAt(server!.url)).toBe(
      `${cannot} it takes TLS only, or not this user: add sslmode=verify-full to DATABASE_URL.`,
    );
  });
});
