import type { CodegenRun, Diagnostic } from '@toolwright/codegen';
import { type Located, type ResourceSpec, type ToolSpec, wantsColor } from '@toolwright/contract';
import type { CommandContext } from '../command-context.js';
import { loadCodegen } from '../load/load-optional.js';
import type { ProjectOptions } from './project-options.js';
import type { ProjectTool } from './tool-names.js';

/** The tools and resources of a project. */
export interface ProjectContent {
  readonly tools: readonly ProjectTool[];
  readonly resources: readonly Located<ResourceSpec>[];
}

/** Reads the tools and resources of a project. Errors in some sources fail the command, but do not hide the other tools. */
export async function readProject(options: ProjectOptions, context: CommandContext): Promise<ProjectContent> {
  return readContent(await runProject(options, context));
}

export async function readContent(run: CodegenRun): Promise<ProjectContent> {
  const { tools, qualifiedNames, resources } = await run.result();
  const named = tools.map((spec, index) => ({ spec, qualifiedName: qualifiedNames[index] ?? spec.name }));
  return { tools: named, resources };
}

/** Reads a project. Errors in its sources are printed and fail the command. */
export async function runProject(
  { project, include, exclude, cache, out }: ProjectOptions & { readonly out?: string },
  context: CommandContext,
): Promise<CodegenRun> {
  const { io } = context;
  const shortRun = io.expectShortRun();
  const codegen = await loadCodegen(io);
  const run = await codegen.generate({ cwd: io.cwd, project, out, include, exclude, cache, ...shortRun });
  if (run.ok) return run;
  const errors = run.diagnostics.filter(({ severity }) => severity === 'error');
  await printErrors(errors, run.projectDir, context);
  return run;
}

/** Prints the errors of a project and sets the exit code to 1. */
export async function printErrors(
  errors: readonly Diagnostic[],
  projectDir: string,
  { io, setExitCode }: CommandContext,
): Promise<void> {
  const { printDiagnostics } = await loadCodegen(io);
  const color = wantsColor(io.stderr, io.env);
  io.stderr.write(`${await printDiagnostics(errors, { color, projectDir, cwd: io.cwd })}\n`);
  setExitCode(1);
}

export const NO_TOOLS = 'No tools. Mark a method with @tool, or wrap a function in tool(…).\n';

/** The parts of a tool that `schema` and `list --json` print. */
export type ToolSchema = Pick<ToolSpec, 'name' | 'description' | 'parameters' | 'output'>;

export function toToolSchema({ name, description, parameters, output }: ToolSpec): ToolSchema {
  return { name, description, parameters, ...(output && { output }) };
}
