/** Which tests depend on the version of Node: those that import one of its modules themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What differs between versions of Node. Reading files does not, nor do paths. */
const PLATFORM =
  /from '(?:undici|node:(?:async_hooks|child_process|crypto|http|https|module|net|sqlite|stream|vm|worker_threads)(?:\/\w+)?)'/;
const SKIPPED = new Set(['node_modules', 'dist', 'fixtures']);

/** The paths of these tests below a folder, but not those whose names say that one version is enough. */
export function platformTests(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = join(folder, entry.name);
    if (entry.isDirectory())
      return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : platformTests(file);
    const isAsked = entry.name.endsWith('.test.ts') && !entry.name.endsWith('.once.test.ts');
    return isAsked && PLATFORM.test(readFileSync(file, 'utf8')) ? [file] : [];
  });
}
