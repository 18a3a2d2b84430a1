import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import tls from 'node:tls';
import { until } from '#test/faults/row.ts';
import { serverAccount, temporaryFolder } from './database.ts';

const startWaitMs = 20_000;
const examples = path.join(import.meta.dirname, '..', 'deploy');

/** A reverse proxy in front of copies of the shop, set up by its example in deploy/. */
export interface ReverseProxy {
  /** What it has written until it was stopped: on both of its streams and into its access log. */
  said(): string;
  stop(): Promise<void>;
}

export type ProxyName = 'nginx' | 'caddy';

const programs: Readonly<Record<ProxyName, readonly string[]>> = {
  nginx: ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'],
  caddy: ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'],
};

interface Place {
  /** Where it listens, for https://localhost. */
  readonly port: number;
  /** A free port for what the example says of http. */
  readonly httpPort: number;
  /** Of the two copies. */
  readonly copies: readonly [number, number];
}

/** Starts a proxy with its example, but for names, ports and certificate; it believes X-Forwarded-For of loopback. */
export async function startReverseProxy(name: ProxyName, place: Place): Promise<ReverseProxy> {
  const program = programs[name].find((file) => existsSync(file));
  const account = serverAccount();
  if (program === undefined || account === undefined)
    throw new Error(`This machine has no ${name} (on Debian: apt-get install ${name}).`);
  const folder = temporaryFolder(name);
  makeCertificate(folder);
  writeFileSync(path.join(folder, 'settings'), settings[name](folder, place));
  for (const file of ['.', 'settings', 'cert.pem', 'key.pem'])
    if ('uid' in account) chownSync(path.join(folder, file), account.uid, account.gid);
  const said: string[] = [];
  const proxy = spawn(program, commands[name](folder), {
    ...account,
    cwd: folder,
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [proxy.stdout, proxy.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => said.push(piece));
  const endWithTests = (): void => void proxy.kill('SIGKILL');
  process.once('exit', endWithTests);
  trust(readFileSync(path.join(folder, 'cert.pem'), 'utf8'));
  await until(() => answers(proxy, place.port, said), { what: `${name} answers`, ms: startWaitMs });
  const accessLog = path.join(folder, 'access.log');
  return {
    said: () => said.join(''),
    async stop() {
      process.off('exit', endWithTests);
      if (proxy.exitCode === null && proxy.kill('SIGTERM')) await once(proxy, 'close');
      if (existsSync(accessLog)) said.push(readFileSync(accessLog, 'utf8'));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeCertificate(folder: string): void {
  const files = ['-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'cert.pem')];
  const about = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  execFileSync('openssl', ['req', ...kind, ...about, ...files], { stdio: 'ignore' });
}

/** For every further request of this process. */
function trust(certificate: string): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate]);
}

const commands: Readonly<Record<ProxyName, (folder: string) => string[]>> = {
  nginx: (folder) => ['-p', folder, '-c', 'settings', '-e', 'stderr'],
  caddy: () => ['run', '--config', 'settings', '--adapter', 'caddyfile'],
};

/** Replaces each text that the example must have. */
function adapt(file: string, changes: Readonly<Record<string, string>>): string {
  let text = readFileSync(path.join(examples, file), 'utf8');
  for (const [what, by] of Object.entries(changes)) {
    if (!text.includes(what)) throw new Error(`deploy/${file} has no '${what}'.`);
    text = text.replaceAll(what, by);
  }
  return text;
}

const settings: Readonly<Record<ProxyName, (folder: string, place: Place) => string>> = {
  nginx(folder, { port, httpPort, copies: [one, other] }) {
    const example = adapt('nginx.conf', {
      '127.0.0.1:3000': `127.0.0.1:${one}`,
      '127.0.0.1:3001': `127.0.0.1:${other}`,
      'listen 443': `listen 127.0.0.1:${port}`,
      'listen 80': `listen 127.0.0.1:${httpPort}`,
      'server_name shop.example': 'server_name localhost',
      '/var/log/nginx/error.log': 'stderr',
      '/etc/ssl/shop.example/fullchain.pem': path.join(folder, 'cert.pem'),
      '/etc/ssl/shop.example/privkey.pem': path.join(folder, 'key.pem'),
    });
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    return [
      'daemon off; pid nginx.pid; worker_processes 2; error_log stderr warn;',
      'events { worker_connections 512; }',
      'http {',
      `access_log ${folder}/access.log;`,
      'set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;',
      ...kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`),
      example,
      '}',
    ].join('\n');
  },
  caddy(folder, { port, httpPort, copies: [one, other] }) {
    return adapt('Caddyfile', {
      '127.0.0.1:3000': `127.0.0.1:${one}`,
      '127.0.0.1:3001': `127.0.0.1:${other}`,
      '\n{\n': `\n{\n\tadmin off\n\tauto_https disable_redirects\n\thttp_port ${httpPort}\n\thttps_port ${port}\n`,
      'shop.example {': `https://localhost:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
      'lb_policy round_robin': 'lb_policy round_robin\n\t\ttrusted_proxies 127.0.0.1/32',
    });
  },
};

async function answers(proxy: ChildProcess, port: number, said: string[]): Promise<boolean> {
  if (proxy.exitCode !== null) throw new Error(`The proxy does not start: ${said.join('')}`);
  return fetch(`https://localhost:${port}/healthz`).then(
    () => true,
    () => false,
  );
}
