import { wantsColor } from '@toolwright/contract';
import type { CommandContext } from '../command-context.js';
import { loadCodegen } from '../load/load-codegen.js';
import type { ProjectOptions } from './project-options.js';
import type { ProjectTool } from './tool-names.js';

/** The tools of a project, read from its sources. What is wrong with others is said, and makes the command fail, but does not hide these. */
export async function readTools(
  { project, include, exclude, cache }: ProjectOptions,
  { io, setExitCode }: CommandContext,
): Promise<readonly ProjectTool[]> {
  io.expectShortRun();
  const codegen = await loadCodegen(io);
  const run = await codegen.generate({ cwd: io.cwd, project, include, exclude, cache });
  const errors = run.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const { projectDir } = run;
    const color = wantsColor(io.stderr, io.env);
    io.stderr.write(`${await codegen.printDiagnostics(errors, { color, projectDir, cwd: io.cwd })}\n`);
    setExitCode(1);
  }
  const { tools, qualifiedNames } = await run.result();
  return tools.map((spec, index) => ({ spec, qualifiedName: qualifiedNames[index] ?? spec.name }));
}
