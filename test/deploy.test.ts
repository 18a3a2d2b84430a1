import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { importLimits } from '#contract/import-fields.ts';
import { maxImageBytes } from '#contract/image-rules.ts';
import { variables } from '#server/start/variables.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, 'deploy', file), 'utf8');
const known = new Set(Object.keys(variables));

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly [setting: string]: unknown;
}

/** Read by the C library, record 0057. */
const allocator = 'MALLOC_ARENA_MAX';

describe('the examples in deploy/', () => {
  const [unit, containerfile, nginx, caddy] = [
    'underhood@.service',
    'Containerfile',
    'nginx.conf',
    'Caddyfile',
  ].map(read) as [string, string, string, string];
  const { services, volumes } = parse(read('compose.yml'), { merge: true }) as {
    services: Readonly<Record<string, Service>>;
    volumes: object;
  };
  const copies = Object.entries(services).filter(([name]) => name.startsWith('shop-'));

  test('set no variable that the shop does not read', () => {
    const named = [
      ...[...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, set = '']) => set.split(' ')),
      ...(/^ENV (.*)$/m.exec(containerfile)?.[1]?.split(' ') ?? []),
    ].map((one) => one.split('=')[0] ?? '');
    const inCompose = copies.flatMap(([, { environment }]) => Object.keys(environment ?? {}));
    expect(named).toEqual(
      [
        ['DATA_DIR', 'PORT', allocator],
        ['DATA_DIR', 'HOST', 'PORT', allocator],
      ].flat(),
    );
    expect([...named, ...inCompose].filter((name) => !known.has(name))).toEqual([
      allocator,
      allocator,
    ]);
  });

  test('start Node with the flags of npm start, as a release and its guide do', () => {
    const ofRoot = (file: string) => readFileSync(path.join(root, file), 'utf8');
    const flagsIn = (text: string, command: RegExp) => command.exec(text)?.[1]?.match(/--[\w=-]+/g);
    const { start } = JSON.parse(ofRoot('package.json')).scripts;
    const flags = flagsIn(start, /node (.*) scripts/);
    expect(flags).toHaveLength(1);
    expect(flagsIn(unit, /^ExecStart=\S+ (.*) server/m)).toEqual(flags);
    expect(flagsIn(containerfile, /^CMD (.*)$/m)).toEqual(flags);
    expect(flagsIn(ofRoot('scripts/release.ts'), /start: 'exec node (.*) server/)).toEqual(flags);
    expect(flagsIn(ofRoot('docs/operations.md'), /^node (.*) --env-file/m)).toEqual(flags);
    expect(flagsIn(ofRoot('bench/start.ts'), /^const flags = (.*)$/m)).toEqual(flags);
  });

  test('give the commands of the service the same data folder, by the file that they read', () => {
    const [, folder] = /^StateDirectory=(\w+)$/m.exec(unit) ?? [];
    const setting = `DATA_DIR=/var/lib/${folder}`;
    expect(unit).toMatch(new RegExp(`^Environment=${setting} `, 'm'));
    const [, file = ''] = /^EnvironmentFile=(.*)$/m.exec(unit) ?? [];
    const steps = readFileSync(path.join(root, 'docs', 'operations.md'), 'utf8');
    expect(steps).toContain(`echo ${setting} >>${path.basename(file)}\n`);
    expect(steps).toContain(`${path.basename(file)} ${file}\n`);
  });

  test('answer no name but the shop at any port, and send nobody to a name that the client made up', () => {
    const servers = nginx.split(/^server \{$/m).slice(1);
    const listens = (server: string) =>
      [...server.matchAll(/listen (\d+)/g)].map(([, port]) => port);
    const refusing = servers.filter((server) => server.includes('default_server'));
    expect(refusing).toHaveLength(1);
    expect(refusing[0]).toContain('return 444;');
    expect(new Set(listens(refusing[0] ?? ''))).toEqual(new Set(servers.flatMap(listens)));
    expect(nginx).not.toContain('$host$');
  });

  // At any lower level nginx writes the line of the request to what went wrong with it.
  test('write no address of a request into a log of the proxy, where its query may hold a VIN', () => {
    for (const server of nginx.split(/^server \{$/m).slice(1)) {
      expect(server).toMatch(/^ {2}access_log off;$/m);
      expect(server).toMatch(/^ {2}error_log \S+ emerg;$/m);
    }
    expect(nginx.match(/(access|error)_log/g)).toHaveLength(6);
    const [, fields = ''] = /^\tlog \{[^}]*fields \{\n([^}]*)\}/m.exec(caddy) ?? [];
    expect(fields.split('\n').map((line) => line.trim())).toEqual([
      String.raw`request>uri regexp \?.* ""`,
      'request>headers delete',
      '',
    ]);
  });

  test('run two copies that write to their data folder only', () => {
    expect(copies).toHaveLength(2);
    for (const [, copy] of copies)
      expect(copy).toMatchObject({ read_only: true, volumes: ['shop:/data'], cap_drop: ['ALL'] });
    const used = Object.values(services).flatMap((service) => service.volumes ?? []);
    const ofEngine = used
      .map((one) => one.split(':')[0] ?? '')
      .filter((one) => !one.startsWith('.'));
    expect([...new Set(ofEngine)].toSorted()).toEqual(Object.keys(volumes).toSorted());
    expect(unit).toContain('ProtectSystem=strict\n');
    expect(containerfile).toMatch(/^USER node$/m);
  });

  test('give the shop more time to end than it takes, and ask for its health in valid code', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10);
    for (const [, copy] of copies)
      expect(Number.parseInt(String(copy['stop_grace_period']), 10)).toBeGreaterThan(10);
    const words = /^HEALTHCHECK [^[]*(\[.*\])$/m.exec(containerfile)?.[1] ?? '[]';
    const [program, flag, code = ''] = JSON.parse(words) as string[];
    expect([program, flag]).toEqual(['node', '-e']);
    expect(() => new Script(code)).not.toThrow();
  });

  test('let the largest picture and the largest import through, and keep connections for less than the shop does', () => {
    const limitsIn = (file: string, limit: RegExp) =>
      [...file.matchAll(limit)].map(([, megabytes]) => Number(megabytes) * 1_000_000);
    for (const limits of [
      limitsIn(nginx, /client_max_body_size (\d+)m;/g),
      limitsIn(caddy, /max_size (\d+)MB/g),
    ]) {
      const [usual = 0, large = 0] = limits.toSorted((one, other) => one - other);
      expect(limits).toHaveLength(2);
      expect(usual).toBeGreaterThan(maxImageBytes);
      expect(usual).toBeLessThan(2 * maxImageBytes);
      expect(large).toBeGreaterThan(2 * importLimits.bytes);
    }
    const shopKeeps = Number(
      /keepAliveTimeout: (\d+)_000/.exec(
        readFileSync(path.join(root, 'server/http/base-app.ts'), 'utf8'),
      )?.[1],
    );
    for (const found of [/keepalive_timeout (\d+)s;/.exec(nginx), /keepalive (\d+)s$/m.exec(caddy)])
      expect(Number(found?.[1])).toBeLessThan(shopKeeps);
  });
});
