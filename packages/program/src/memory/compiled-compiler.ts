import { createRequire, Module } from 'node:module';
import path from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { runInThisContext, Script } from 'node:vm';
import { readPlainFile } from '../disk/plain-file.js';
import { findStats } from '../disk/real-disk.js';
import { hashOf } from '../disk/stamp.js';
import { listFiles, readCheckedBytes, removeQuietly, writeCheckedBytes } from './checked-file.js';
import { findCompiledFolder } from './compiled-folder.js';

/** The loaded compiler. Its compiled code can be stored for other processes. */
export interface LoadedCompiler {
  /**
   * Stores the compiled code of all functions that have run so far, so that later processes need not compile them. Does nothing if V8's
   * flags have changed since the compiler was loaded.
   */
  keep(): void;
}

/** The signature of the function that Node wraps around a CommonJS module. */
type CommonJsModule = (
  exports: unknown,
  require: NodeJS.Require,
  module: Module,
  filename: string,
  dirname: string,
) => void;

/**
 * Loads the compiler from stored compiled code, which is faster. Later `require` calls return this instance. Does nothing on the first run
 * on a machine, because stored code only helps later runs, which CI machines often do not have. Also does nothing if Node does not load the
 * modules itself (as under Jest) or if the compiler is already loaded.
 * @returns The compiler if there is code to store.
 */
export function loadCompiler(): LoadedCompiler | undefined {
  const require = createRequire(import.meta.url);
  const file = path.join(path.dirname(require.resolve('@ts-morph/common')), 'typescript.js');
  if (findStats(file) === undefined || isOwnContext() || require.cache[file] !== undefined) return undefined;
  const place = findCompiledFolder();
  if (place === undefined || place.isNew) return undefined;
  const { bytes } = readPlainFile(file);
  const tag = cachedDataVersionTag();
  const kept = keptFile(place.folder, { tag, source: bytes });
  const cachedData = readCheckedBytes(kept);
  const script = new Script(Module.wrap(bytes.toString('utf8')), {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  require.cache[file] = runModule(script, file);
  const isMissing = cachedData === undefined || script.cachedDataRejected === true;
  if (!isMissing) return undefined;
  return {
    keep: () => {
      if (cachedDataVersionTag() === tag) keep(kept, script);
    },
  };
}

function keep(file: string, script: Script): void {
  if (!writeCheckedBytes(file, script.createCachedData())) return;
  const folder = path.dirname(file);
  const others = listFiles(folder).filter((name) => name.startsWith(PREFIX) && name !== path.basename(file));
  const aged = others.map((name) => {
    const other = `${folder}/${name}`;
    return { other, time: findStats(other)?.mtimeMs ?? 0 };
  });
  // Also removes files left by killed processes.
  for (const { other } of aged.sort((a, b) => b.time - a.time).slice(MAX_OTHERS)) removeQuietly(other);
}

const PREFIX = 'compiler-';
/** Maximum number of stored files for other compilers and other versions of Node. */
const MAX_OTHERS = 3;

/**
 * Returns the path of the stored code. It is valid for a single V8 build with the same flags, and for a single source text, of which V8
 * itself compares only the length.
 */
function keptFile(
  folder: string,
  { tag, source }: { readonly tag: number; readonly source: Uint8Array },
): string {
  return `${folder}/${PREFIX}${tag.toString(36)}-${hashOf(source).slice(0, 32)}.bin`;
}

function runModule(script: Script, file: string): Module {
  const module = new Module(file);
  module.filename = file;
  const run: CommonJsModule = script.runInThisContext();
  run(module.exports, createRequire(file), module, file, path.dirname(file));
  module.loaded = true;
  return module;
}

function isOwnContext(): boolean {
  return runInThisContext('globalThis') !== globalThis;
}
