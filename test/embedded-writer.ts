import process from 'node:process';
import { openEmbedded } from '#server/db/embedded/open-embedded.ts';

// A separate process for the tests of the lock and of kill -9. It opens the given folder and inserts rows, counting up from the
// given number; it prints each number after the database has acknowledged its row.
const [dir = '', first = '0'] = process.argv.slice(2);
const { pool } = await openEmbedded({ dir });
await pool.query('create table if not exists written (id int primary key)');
process.stdout.write('ready\n');
for (let id = Number(first); ; id += 1) {
  await pool.query('insert into written values ($1)', [id]);
  process.stdout.write(`${id}\n`);
}
