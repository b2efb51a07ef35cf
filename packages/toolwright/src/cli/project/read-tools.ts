import { type ResourceSpec, type ToolSpec, wantsColor } from '@toolwright/contract';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../command-context.js';
import { loadCodegen } from '../load/load-optional.js';
import type { ProjectTool } from './tool-names.js';

/** Which sources to read. */
export interface ProjectOptions {
  readonly project?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** False with `--no-cache`. */
  readonly cache?: boolean;
}

/** The options that say which files are read. */
export function addSourceOptions(command: Command): Command {
  return command
    .option('-p, --project <tsconfig>', 'the tsconfig or its folder', 'tsconfig.json')
    .option('--include <globs...>', 'look for tools in these files only', addGlob)
    .option('--exclude <globs...>', 'skip these files; tests are always skipped', addGlob);
}

export function addProjectOptions(command: Command): Command {
  return addSourceOptions(command).option('--no-cache', 'read all files again, and store no results');
}

function addGlob(glob: string, before: readonly string[] = []): readonly string[] {
  if (glob.trim() === '') throw new InvalidArgumentError('A pattern must not be empty.');
  return [...before, glob];
}

/** What a project offers. */
export interface ProjectContent {
  readonly tools: readonly ProjectTool[];
  readonly resources: readonly ResourceSpec[];
}

/** The tools of a project. */
export async function readTools(
  options: ProjectOptions,
  context: CommandContext,
): Promise<readonly ProjectTool[]> {
  return (await readProject(options, context)).tools;
}

/** The tools and resources of a project. Errors in some sources are reported and fail the command, but do not hide the others. */
export async function readProject(
  { project, include, exclude, cache }: ProjectOptions,
  { io, setExitCode }: CommandContext,
): Promise<ProjectContent> {
  const shortRun = io.expectShortRun();
  const codegen = await loadCodegen(io);
  const run = await codegen.generate({ cwd: io.cwd, project, include, exclude, cache, ...shortRun });
  const errors = run.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const { projectDir } = run;
    const color = wantsColor(io.stderr, io.env);
    io.stderr.write(`${await codegen.printDiagnostics(errors, { color, projectDir, cwd: io.cwd })}\n`);
    setExitCode(1);
  }
  const { tools, qualifiedNames, resources } = await run.result();
  const named = tools.map((spec, index) => ({ spec, qualifiedName: qualifiedNames[index] ?? spec.name }));
  return { tools: named, resources };
}

/** What `schema` and `list --json` print of a tool. */
export type ToolSchema = Pick<ToolSpec, 'name' | 'description' | 'parameters' | 'output'>;

export function toToolSchema({ name, description, parameters, output }: ToolSpec): ToolSchema {
  return { name, description, parameters, ...(output && { output }) };
}
