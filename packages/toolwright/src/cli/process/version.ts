import { existsSync, readFileSync } from 'node:fs';

/** The version in the nearest package.json above this module: packing moves the module within the package. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(findManifest(), 'utf8')) as { readonly version: string }; // our own file
  return version;
}

/** The folder of this package, with a slash at its end. */
export function packageFolder(): URL {
  return new URL('./', findManifest());
}

function findManifest(): URL {
  let folder = new URL('../', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('../', folder);
    // The root: reading then reports the missing file.
    if (above.href === folder.href) break;
    folder = above;
  }
  return new URL('package.json', folder);
}
