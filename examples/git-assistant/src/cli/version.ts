import { createRequire } from 'node:module';

/** The version of the package, whose manifest is above the folder of this file or of the bundle. */
export function version(): string {
  const require = createRequire(import.meta.url);
  for (const path of ['../package.json', '../../package.json']) {
    try {
      return String(require(path).version);
    } catch {
      // Bundled, this file is one folder higher.
    }
  }
  return 'unknown';
}
