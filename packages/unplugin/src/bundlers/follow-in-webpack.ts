import { WAYS_OUT } from '../decorators/lower-decorators.js';
import type { FollowedProject, Update } from '../follow-project.js';

/** The parts of webpack and Rspack that are used. */
export interface WebpackCompiler {
  readonly hooks: {
    readonly beforeRun: { tapPromise(name: string, run: () => Promise<void>): void };
    readonly watchRun: { tapPromise(name: string, run: () => Promise<void>): void };
    readonly thisCompilation: { tap(name: string, run: (compilation: WebpackCompilation) => void): void };
    readonly afterCompile: {
      tapPromise(name: string, run: (compilation: WebpackCompilation) => Promise<void>): void;
    };
    readonly shouldEmit: { tap(name: string, decide: () => boolean | undefined): void };
  };
  /** Absent unless the build is being watched. */
  readonly watching?: { invalidate(): void } | null | undefined;
  /** Absent before the first build. */
  modifiedFiles?: ReadonlySet<string> | undefined;
  /** The timestamps that the watcher has recorded. For other files, webpack reads the disk. */
  readonly fileTimestamps?: ReadonlyMap<string, unknown> | undefined;
  readonly inputFileSystem: { purge?(files: string[]): void } | null;
}

export interface WebpackCompilation {
  readonly compiler?: unknown;
  readonly errors: Iterable<{ readonly message: string }> & { push(error: Error): unknown };
  readonly fileDependencies: { add(file: string): unknown };
}

const NAME = 'toolwright-codegen';

/**
 * Runs codegen before each compilation. While watching, a failure is reported as a compilation error and nothing is emitted; a hook that
 * throws would stop the watcher. After each compilation, checks for edits made since codegen ran. If there are any, emits nothing and
 * recompiles.
 */
export function followInWebpack(compiler: WebpackCompiler, project: FollowedProject): void {
  const { hooks } = compiler;
  let latest: Update | undefined;
  let outdated: readonly string[] = [];
  hooks.beforeRun.tapPromise(NAME, async () => {
    latest = await project.update();
    if (latest.failure !== undefined) throw latest.failure;
  });
  hooks.watchRun.tapPromise(NAME, async () => {
    latest = await project.update();
    forget(compiler, [...outdated, ...latest.changed]);
    outdated = [];
  });
  hooks.thisCompilation.tap(NAME, ({ errors, fileDependencies }) => {
    for (const file of latest?.files ?? []) fileDependencies.add(file);
    if (latest?.failure !== undefined) errors.push(latest.failure);
  });
  hooks.afterCompile.tapPromise(NAME, async ({ errors, compiler: child }) => {
    if (Array.from(errors).some(isOfDecorators)) errors.push(new Error(LEFT_BY_A_LOADER));
    // Child compilers, such as those of loaders, may share these hooks.
    if (compiler.watching == null || (child !== undefined && child !== compiler)) return;
    const { files, changed, failure } = await project.update();
    if (changed.length === 0 && failure?.message === latest?.failure?.message) return;
    outdated = [...files, ...changed];
    compiler.watching.invalidate();
  });
  hooks.shouldEmit.tap(NAME, () =>
    latest?.failure === undefined && outdated.length === 0 ? undefined : false,
  );
}

/** Whether an error message of webpack, Rspack or swc is about decorators. */
function isOfDecorators({ message }: { readonly message: string }): boolean {
  return /Unexpected (?:character|token) ['`"]@|Decorators are not supported/.test(message);
}

const LEFT_BY_A_LOADER = `A loader leaves decorators in its output, or cannot parse them. Set the loader's target to es2022, or for swc parser.decorators. ${WAYS_OUT}`;

/** Reports changes that the watcher has not noticed yet. Without this, the next bundle would contain the old files. */
function forget(compiler: WebpackCompiler, files: readonly string[]): void {
  if (files.length === 0) return;
  compiler.inputFileSystem?.purge?.([...files]);
  if (compiler.modifiedFiles === undefined) return;
  const { fileTimestamps } = compiler;
  if (fileTimestamps instanceof Map) for (const file of files) fileTimestamps.delete(file);
  compiler.modifiedFiles = new Set([...compiler.modifiedFiles, ...files]);
}
