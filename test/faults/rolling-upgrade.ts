import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '#test/database.ts';
import { Market } from './buyers.ts';
import { expectBooks } from './check-books.ts';
import { type CopiesBehindProxy, startCopiesBehindProxy } from './copies-behind-proxy.ts';
import { type Extent, type Outcome, randomFrom, seconds } from './row.ts';

const root = path.join(import.meta.dirname, '..', '..');
const customers = 24;
const visitors = 4;
/** What the program and its build are made of. */
const parts = ['contract', 'scripts', 'server', 'web', 'package.json', 'package-lock.json'];
const settings = ['tsconfig.json', 'vite.config.ts', 'react-router.config.ts'];
const migration = '9000_of_a_later_version';

/**
 * Both copies are replaced in turn by a later version, with another migration and another bundle, and then by the earlier one
 * again, while people buy and visitors open pages with all of their files.
 */
export async function upgradeInTurn({ long, seed }: Extent): Promise<Outcome> {
  const later = temporaryFolder('later-version');
  const shop = await startCopiesBehindProxy('nginx', customers);
  try {
    makeLaterVersion(later);
    const guests = new Visitors(shop.address);
    const earlierFiles = await guests.visit();
    const market = new Market(shop.address, shop.buyers, randomFrom(seed));
    market.begin();
    guests.begin();
    for (let round = 0; round < (long ? 3 : 1); round += 1) {
      await shop.restartEach(market, { root: later, cwd: later });
      const laterFiles = await guests.visit();
      assert.ok(laterFiles.some((file) => !earlierFiles.includes(file)));
      assert.ok(earlierFiles.some((file) => !laterFiles.includes(file)));
      await shop.restartEach(market);
      assert.deepEqual(await guests.visit(), earlierFiles);
      expectWarning(shop);
    }
    await market.end();
    await guests.end();
    await market.repeatAll();
    await shop.endCopies('SIGTERM');
    await expectBooks(shop.home, market.orders);
    const { acknowledged, place, pay, unanswered, refused503, slowestMs } = market.counts;
    return {
      figure: `${long ? 3 : 1} times there and back under ${customers} buyers: ${acknowledged} writes acknowledged (${place} orders, ${pay} paid), 0 failed; ${refused503} times 503 and ${unanswered} times no answer, all repeated; slowest ${seconds(slowestMs)}; ${guests.asked} files, 0 missing`,
    };
  } finally {
    await shop.close();
    rmSync(later, { recursive: true, force: true });
  }
}

/** This version with a column more, and with another script on every page. */
function makeLaterVersion(folder: string): void {
  for (const part of [...parts, ...settings])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  writeFileSync(
    path.join(folder, 'server', 'db', 'migrations', `${migration}.sql`),
    'alter table orders add column of_a_later_version text;\n',
  );
  appendFileSync(
    path.join(folder, 'web', 'entry.client.tsx'),
    "document.documentElement.dataset['version'] = 'later';\n",
  );
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: folder, stdio: 'ignore' });
}

function expectWarning({ copies }: CopiesBehindProxy): void {
  for (const copy of copies)
    assert.match(copy.said(), new RegExp(`newer than this version \\(${migration}\\)`));
}

/** Visitors who open the home page and ask for every file that it, or a page it leads to, may need. */
class Visitors {
  /** How many files were asked for; each was there. */
  asked = 0;
  readonly #address: string;
  #open = false;
  #visits: Promise<void>[] = [];

  constructor(address: string) {
    this.#address = address;
  }

  begin(): void {
    this.#open = true;
    this.#visits = Array.from({ length: visitors }, async () => {
      while (this.#open) await this.visit();
    });
    // Reported by end().
    for (const visit of this.#visits) visit.catch(() => undefined);
  }

  async end(): Promise<void> {
    this.#open = false;
    await Promise.all(this.#visits);
  }

  /** The files of one visit, in order of their names. Throws when one is missing. */
  async visit(): Promise<string[]> {
    const page = await this.#read('/');
    const manifest = /\/assets\/manifest-[\w-]+\.js/.exec(page)?.[0];
    assert.ok(manifest, 'the home page names the manifest of all pages');
    const all = `${page}${await this.#read(manifest)}`;
    const files = [...new Set(all.match(/\/assets\/[\w.-]+\.(?:js|css)/g))].toSorted();
    for (const file of files) {
      await this.#read(file);
      this.asked += 1;
    }
    return files;
  }

  /** A copy that ends may cost an answer (502), which a browser asks for again; a file that is not there is 404. */
  async #read(place: string): Promise<string> {
    for (;;) {
      const answer = await fetch(`${this.#address}${place}`);
      const text = await answer.text();
      if (answer.status === 502 || answer.status === 503) continue;
      assert.equal(answer.status, 200, `${place} was answered ${answer.status}`);
      return text;
    }
  }
}
