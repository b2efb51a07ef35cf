import type { Stats } from 'node:fs';
import { createRequire, Module } from 'node:module';
import path from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { runInThisContext, Script } from 'node:vm';
import { readPlainFile } from '../disk/plain-file.js';
import { findStats } from '../disk/real-disk.js';
import { hashOf } from '../disk/stamp.js';
import { listFiles, readCheckedBytes, removeQuietly, writeCheckedBytes } from './checked-file.js';

/** The loaded compiler, whose compiled code can be stored for other processes. */
export interface LoadedCompiler {
  /** Stores the compiled code of all functions that ran so far, so that later processes skip compiling them. */
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
 * Loads the compiler from stored compiled code, which is faster. Later `require` calls return this instance. Does nothing if no code is
 * stored (unless `toKeep` is set), if Node does not load the modules itself (Jest), or if the compiler is already loaded.
 * @param folder The cache folder.
 * @returns The compiler if there is code to store.
 */
export function loadCompiler(folder: string, toKeep: boolean): LoadedCompiler | undefined {
  const require = createRequire(import.meta.url);
  const file = path.join(path.dirname(require.resolve('@ts-morph/common')), 'typescript.js');
  const stats = findStats(file);
  if (stats === undefined || isOwnContext() || require.cache[file] !== undefined) return undefined;
  const kept = keptFile(folder, file, stats);
  const cachedData = readCheckedBytes(kept);
  if (cachedData === undefined && !toKeep) return undefined;
  const script = new Script(Module.wrap(readPlainFile(file).bytes.toString('utf8')), {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  require.cache[file] = runModule(script, file);
  const isMissing = cachedData === undefined || script.cachedDataRejected === true;
  return isMissing && toKeep ? { keep: () => keep(kept, script) } : undefined;
}

function keep(file: string, script: Script): void {
  if (!writeCheckedBytes(file, script.createCachedData())) return;
  const [folder, name] = [path.dirname(file), path.basename(file)];
  // The stored code of another compiler on the same engine, or what a killed process left.
  for (const other of listFiles(folder))
    if (other.startsWith(PREFIX) && other !== name) removeQuietly(`${folder}/${other}`);
}

const PREFIX = `compiler-${cachedDataVersionTag().toString(36)}-`;

/** Compiled code is valid for one V8 build with the same flags, and for one source file. Package managers give all files the same time. */
function keptFile(folder: string, file: string, { ino, size, mtimeMs, ctimeMs }: Stats): string {
  const key = hashOf(JSON.stringify([file, ino, size, mtimeMs, ctimeMs])).slice(0, 16);
  return `${folder}/${PREFIX}${key}.bin`;
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
