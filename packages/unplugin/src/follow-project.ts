import path from 'node:path';
import {
  type CodegenRun,
  createGenerator,
  type DiagnosticCode,
  type GenerateOptions,
} from '@toolwright/codegen';
import { errorMessage } from '@toolwright/contract';
import { runCodegen } from './run-codegen.js';

/** The result of a codegen run. */
export interface Update {
  /** Files that the next run depends on, as absolute paths. A build must watch them, because types leave no trace in a bundle. */
  readonly files: readonly string[];
  /** The generated modules that have changed since the last update, as absolute paths. */
  readonly changed: readonly string[];
  /** The reason why the generated modules are not up to date. */
  readonly failure: Error | undefined;
}

/** Keeps the generated modules of a project up to date for one build. */
export interface FollowedProject {
  /**
   * The absolute path of the generated module that programs import. It may not exist yet, and is assumed to be TypeScript until the first
   * update.
   */
  readonly generated: string;
  /** Runs codegen unless nothing has changed. Prints new warnings to standard error. Never rejects. */
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
      const { run, warnings, failure } = await runCodegen(generate, isOfTheBuild);
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

/**
 * Whether a warning does not apply here. The plugin compiles decorators, or reports a loader that leaves them, so codegen's own warning is
 * not useful.
 */
function isOfTheBuild(code: DiagnosticCode): boolean {
  return code === 'TW1004';
}

function configOf({ cwd = process.cwd(), project = 'tsconfig.json' }: GenerateOptions): string {
  const given = path.resolve(cwd, project);
  return given.endsWith('.json') ? given : path.join(given, 'tsconfig.json');
}

function modulesOf({ manifest, validators }: CodegenRun): Map<string, string | undefined> {
  return new Map([manifest, validators].map(({ file, hash }) => [path.normalize(file), hash]));
}

/** Converts a failure to an `Error` of this realm, which bundlers need. */
function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(errorMessage(failure), { cause: failure });
}
