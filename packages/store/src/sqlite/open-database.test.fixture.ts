/** Opens each file of a folder (`1.db` and so on) at its time and closes it, then prints how many were opened. */
import { join } from 'node:path';
import { openSqliteStore } from './sqlite-store.js';

const [folder = '', files, start, everyMs] = process.argv.slice(2);
let opened = 0;
for (let index = 0; index < Number(files); index++) {
  // A busy wait, so that all processes arrive at once.
  while (Date.now() < Number(start) + index * Number(everyMs));
  const store = await openSqliteStore({ file: join(folder, `${index + 1}.db`) });
  await store.list();
  await store.close();
  opened++;
}
process.stdout.write(String(opened));
