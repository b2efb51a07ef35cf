import path from 'node:path';
import { type CodegenRun, createGenerator, type GenerateOptions } from '@toolwright/codegen';
import { errorMessage } from '@toolwright/contract';
import { runCodegen } from './run-codegen.js';

/** How things are after a run of codegen. */
export interface Update {
  /** What the next run depends on: a build has to follow these files, since types leave no trace in a bundle. Absolute. */
  readonly files: readonly string[];
  /** The generated modules that are not what the last update said they were. Absolute. */
  readonly changed: readonly string[];
  /** What keeps the generated modules from being up to date. */
  readonly failure: Error | undefined;
}

/** A project whose generated modules are kept up to date for one build. */
export interface FollowedProject {
  /**
   * The generated module that programs import, whether it is there or not. Absolute. Until the first update it is taken to be TypeScript.
   */
  readonly generated: string;
  /** Runs codegen, unless nothing has changed. Warnings that are new go to standard error. Never rejects. */
  update(): Promise<Update>;
}

export function followProject(options: GenerateOptions): FollowedProject {
  const config = configOf(options);
  const generate = createGenerator(options);
  let files: readonly string[] = [config];
  let generated = path.resolve(path.dirname(config), options.out ?? 'src/toolwright.gen.ts');
  let modules: ReadonlyMap<string, string | undefined> = new Map();
  let said = '';
  const say = (warnings: string): void => {
    if (warnings !== '' && warnings !== said) process.stderr.write(`${warnings}\n`);
    said = warnings;
  };
  return {
    get generated() {
      return generated;
    },
    update: async () => {
      const { run, warnings, failure } = await runCodegen(generate);
      if (run !== undefined) {
        files = run.files.map((file) => path.normalize(file));
        generated = path.normalize(run.manifest.file);
      }
      if (failure !== undefined || run === undefined)
        return { files, changed: [], failure: asError(failure) };
      say(warnings);
      const before = modules;
      modules = modulesOf(run);
      const changed = [...modules].filter(([file, hash]) => before.get(file) !== hash).map(([file]) => file);
      return { files, changed, failure: undefined };
    },
  };
}

function configOf({ cwd = process.cwd(), project = 'tsconfig.json' }: GenerateOptions): string {
  const given = path.resolve(cwd, project);
  return given.endsWith('.json') ? given : path.join(given, 'tsconfig.json');
}

function modulesOf({ manifest, validators }: CodegenRun): Map<string, string | undefined> {
  return new Map([manifest, validators].map(({ file, hash }) => [path.normalize(file), hash]));
}

/** Bundlers read more than the message, and what was thrown may be of another realm. */
function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(errorMessage(failure), { cause: failure });
}
