import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProof } from '../../../../tools-codegen/src/effects/proof.js';
import { findRun } from '../../../../tools-codegen/src/find-run.js';
import { ownCode } from '../../../../tools-codegen/src/own-code.js';
import { findStoredEffects, readEffects, wantsProvedHints } from '../../../effects/src/find-effects.js';
import { sharedFiles } from '../../../program/src/testing/shared-files.js';
import { main } from './main.js';
import type { CliIo } from './process/cli-io.js';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, without colours unless the environment asks for them. */
export async function runCli(args: readonly string[], io: Partial<CliIo> = {}): Promise<CliResult> {
  let stdout = '';
  let stderr = '';
  const code = await main(args, {
    ...QUIET,
    cwd: tmpdir(),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    ...io,
  });
  return { code, stdout, stderr };
}

const types = sharedFiles('types');
const bodies = sharedFiles('bodies');

/** Codegen whose runs share parsed files, above all those of the standard library. */
async function importCodegen() {
  const codegen = await import('@toolwright/codegen');
  const shared: typeof codegen = {
    ...codegen,
    generate: (options = {}) =>
      wantsProvedHints(options)
        ? codegen.generateWithEffects(options, bodies)
        : findRun(ownCode, options, types),
    generateWithEffects: (options) => codegen.generateWithEffects(options, bodies),
    findEffects: async (options = {}) =>
      findStoredEffects(options) ?? readEffects(options, { parsed: bodies }),
    lint: async (options) => {
      const { lintProject } = await import('../../../../tools-codegen/src/lint/lint.js');
      const proof = options.directories?.length ? await findProof(options) : undefined;
      return lintProject(options, types.parsedLib, proof);
    },
  };
  return shared;
}

const QUIET: CliIo = {
  cwd: '/',
  env: {},
  stdout: { write: () => {} },
  stderr: { write: () => {} },
  importCodegen,
  importTokenizer: () => import('gpt-tokenizer/encoding/o200k_base'),
  expectShortRun: () => ({ onFilesFound: () => {}, onToolsFound: () => {}, onToolsRead: () => {} }),
  untilInterrupted: () => new AbortController().signal,
};

/** A temporary folder with these files, by path. Removed by {@link removeScratch}. */
export function createScratch(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'toolwright-cli-')));
  scratchFolders.push(folder);
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

export function removeScratch(): void {
  for (const folder of scratchFolders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

const scratchFolders: string[] = [];

const TSCONFIG = {
  compilerOptions: { target: 'es2022', module: 'nodenext', strict: true, types: [], rootDir: 'src' },
  include: ['src'],
};

/** The files that a readable project needs: a tsconfig, and the types that codegen looks for in place of the installed package. */
export const PROJECT_FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "scratch", "type": "module" }\n',
  'tsconfig.json': JSON.stringify(TSCONFIG),
  'node_modules/toolwright/package.json':
    '{ "name": "toolwright", "type": "module", "version": "0.0.0", "types": "./index.d.ts" }',
  'node_modules/toolwright/index.d.ts': `
    export declare function tool<F extends (...args: never[]) => unknown>(fn: F): F;
    export declare function tool(target: unknown, context: unknown): void;
    export declare function resource(uri: string, options?: object): (target: unknown, context: unknown) => void;
    export interface ToolContext { readonly signal: unknown }
    export interface Manifest<Types = unknown> { readonly types?: Types }
    declare const toolwrightTag: unique symbol;
    export interface TypeTag<Constraints> { readonly [toolwrightTag]?: Constraints }
    export type Format<Value extends string> = TypeTag<{ readonly format: Value }>;
  `,
};
