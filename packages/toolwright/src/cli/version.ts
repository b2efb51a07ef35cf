import { readFileSync } from 'node:fs';

/** The version in this package's own package.json, which lies at the same distance from `src` and `dist`. */
export function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string }; // our own file
  return version;
}
