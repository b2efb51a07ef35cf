/** Opens each file of a folder (`1.db` and so on) at its time, as one store or several that each write to it, and closes it; then prints how many were opened. */
import { join } from 'node:path';
import { openSqliteStore } from './sqlite-store.js';

const [folder = '', files, start, everyMs, stores = '1'] = process.argv.slice(2);
let opened = 0;
for (let index = 0; index < Number(files); index++) {
  // A busy wait, so that all processes arrive at once.
  while (Date.now() < Number(start) + index * Number(everyMs));
  const file = join(folder, `${index + 1}.db`);
  const all = await Promise.all(Array.from({ length: Number(stores) }, () => openSqliteStore({ file })));
  for (const [at, store] of all.entries()) {
    if (all.length > 1) await store.create({ id: `${process.pid} ${at}`, agent: 'clerk' });
    await store.list();
  }
  await Promise.all(all.map((store) => store.close()));
  opened++;
}
process.stdout.write(String(opened));
