import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorMessage } from '@toolwright/contract';
import type { Capability } from './capability.js';
import { invalidConfig } from './invalid-config.js';
import { parseCapability } from './parse-capability.js';
import { readCapabilityFile } from './read-capability-file.js';

/** A folder with `.toml` files, or a single file. */
export type CapabilitySource = string | URL;

/**
 * Reads capabilities from TOML files. The files in a folder are read in alphabetical order. A capability from a later source replaces an
 * earlier capability with the same name.
 * @throws ToolwrightError `INVALID_CONFIG` with file and line; also if no file is found, or if a source defines a name twice
 */
export async function loadCapabilities(
  sources: CapabilitySource | readonly CapabilitySource[],
): Promise<readonly Capability[]> {
  const places = typeof sources === 'string' || sources instanceof URL ? [sources] : sources;
  const found = new Map<string, Capability>();
  for (const capabilities of await Promise.all(places.map(loadSource))) {
    for (const capability of capabilities) found.set(capability.name, capability);
  }
  return [...found.values()];
}

async function loadSource(source: CapabilitySource): Promise<readonly Capability[]> {
  const files = await findFiles(source);
  const capabilities = await Promise.all(
    files.map(async (file) => parseCapability(await readCapabilityFile(file), file)),
  );
  assertUnique(capabilities);
  return capabilities;
}

/** @throws ToolwrightError `INVALID_CONFIG` */
export function assertUnique(capabilities: readonly Capability[]): void {
  const files = new Map<string, string>();
  for (const { name, file } of capabilities) {
    const earlier = files.get(name);
    if (earlier !== undefined) {
      throw invalidConfig(
        `The capability '${name}' is defined twice: in ${earlier} and in ${file}.`,
        'Remove or rename one of them.',
      );
    }
    files.set(name, file);
  }
}

async function findFiles(source: CapabilitySource): Promise<string[]> {
  const path = source instanceof URL ? fileURLToPath(source) : source;
  const names = await listFolder(path);
  if (names === undefined) return [path];
  const found = names.filter((name) => name.endsWith('.toml')).sort();
  if (found.length > 0) return found.map((name) => join(path, name));
  throw invalidConfig(
    `There is no .toml file in ${path}.`,
    'Pass the folder that contains the capabilities.',
  );
}

/** Lists the names in a folder. Returns undefined for a file. */
async function listFolder(path: string): Promise<string[] | undefined> {
  try {
    return (await stat(path)).isDirectory() ? await readdir(path) : undefined;
  } catch (error) {
    throw invalidConfig(
      `Capabilities cannot be read from ${path}: ${errorMessage(error)}.`,
      'Pass a folder with .toml files, or the files.',
      error,
    );
  }
}
