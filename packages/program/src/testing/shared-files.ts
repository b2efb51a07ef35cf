import { fileURLToPath } from 'node:url';
import type { ts } from 'ts-morph';
import type { HostOptions } from '../compiler/compiler-host.js';

/** What codegen drops of a file before it reads types, what the analysis of effects keeps, and what type-checks need. */
type Reading = 'types' | 'bodies' | 'checks';

const parsedLib: HostOptions['parsedLib'] = new Map();
const installed: Readonly<Record<Reading, Map<string, ts.SourceFile>>> = {
  types: new Map(),
  bodies: new Map(),
  checks: new Map(),
};

/**
 * Parsed files for programs of one kind. The programs of a worker share the standard library, packages and Toolwright's own sources; only
 * those that get the same object share other files.
 */
export function sharedFiles(reading: Reading): Required<Pick<HostOptions, 'parsedLib'>> & {
  readonly parsed: Map<string, ts.SourceFile>;
} {
  return { parsedLib, parsed: new LayeredFiles(installed[reading]) };
}

const packages = fileURLToPath(new URL('../../..', import.meta.url));
const modules = fileURLToPath(new URL('../../../../node_modules/', import.meta.url));

function isInstalled(file: string): boolean {
  return file.startsWith(modules) || (file.startsWith(packages) && !file.includes('/fixtures/'));
}

class LayeredFiles extends Map<string, ts.SourceFile> {
  readonly #installed: Map<string, ts.SourceFile>;

  constructor(installedFiles: Map<string, ts.SourceFile>) {
    super();
    this.#installed = installedFiles;
  }

  override get(file: string): ts.SourceFile | undefined {
    return isInstalled(file) ? this.#installed.get(file) : super.get(file);
  }

  override set(file: string, source: ts.SourceFile): this {
    if (!isInstalled(file)) return super.set(file, source);
    this.#installed.set(file, source);
    return this;
  }
}
