/**
 * Checks the archives for npm: publint checks their manifests and files, attw checks how compilers resolve their types. Prints the findings
 * and exits with 1 if there are any.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packedArchives } from './packed.mjs';

/** The packages are ES modules, so resolution by CommonJS and by compilers before TypeScript 4.7 does not matter. */
const IGNORED_RESOLUTIONS = ['node10', 'node16-cjs'];

const archives = await packedArchives();
if (archives.length === 0) throw new Error('No package was packed.');
for (const archive of archives) {
  const data = readFileSync(archive);
  for (const problem of [...(await lint(data)), ...(await resolveTypes(data))]) {
    console.error(`${basename(archive)}: ${problem}`);
    process.exitCode = 1;
  }
}

async function lint(data) {
  // publint needs an ArrayBuffer of its own, not a part of the pool that Buffers share.
  const { messages, pkg } = await publint({ pack: { tarball: Uint8Array.from(data).buffer }, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }));
}

async function resolveTypes(data) {
  const { types, problems } = await checkPackage(createPackageFromTarballData(data));
  if (types === false) return ['The package has no types.'];
  return problems
    .filter(({ resolutionKind }) => !IGNORED_RESOLUTIONS.includes(resolutionKind))
    .map(
      (problem) => `attw: ${JSON.stringify(problem, ['kind', 'entrypoint', 'resolutionKind', 'fileName'])}`,
    );
}
