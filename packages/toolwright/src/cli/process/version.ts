import { existsSync, readFileSync } from 'node:fs';

/** Reads the version from the nearest package.json above this module, because packing moves the module within the package. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(findManifest(), 'utf8')) as { readonly version: string }; // our own file
  return version;
}

/** Returns the URL of this package's folder, with a trailing slash. */
export function packageFolder(): URL {
  return new URL('./', findManifest());
}

function findManifest(): URL {
  let folder = new URL('../', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('../', folder);
    // At the root, reading will report the missing file.
    if (above.href === folder.href) break;
    folder = above;
  }
  return new URL('package.json', folder);
}
