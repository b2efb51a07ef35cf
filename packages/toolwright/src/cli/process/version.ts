import { existsSync, readFileSync } from 'node:fs';

/** The version in this package's own package.json: the nearest one above this module, wherever packing has put that. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(findManifest(), 'utf8')) as { readonly version: string }; // our own file
  return version;
}

function findManifest(): URL {
  let folder = new URL('../', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('../', folder);
    // At the root there is no package any more; reading then says which file is missing.
    if (above.href === folder.href) break;
    folder = above;
  }
  return new URL('package.json', folder);
}
