import type { CodegenRun } from '@toolwright/codegen';
import { wantsColor } from '@toolwright/contract';
import type { CommandContext } from '../command-context.js';
import { loadCodegen } from '../load/load-optional.js';
import type { ProjectOptions } from '../project/read-tools.js';

/** Reads the tools of a project. After errors, prints them and returns undefined: half a contract would be a wrong one. */
export async function readProject(
  { project, include, exclude, cache, out }: ProjectOptions & { readonly out?: string },
  { io, setExitCode }: CommandContext,
): Promise<CodegenRun | undefined> {
  const shortRun = io.expectShortRun();
  const codegen = await loadCodegen(io);
  const run = await codegen.generate({ cwd: io.cwd, project, out, include, exclude, cache, ...shortRun });
  if (run.ok) return run;
  const errors = run.diagnostics.filter(({ severity }) => severity === 'error');
  const options = { color: wantsColor(io.stderr, io.env), projectDir: run.projectDir, cwd: io.cwd };
  io.stderr.write(`${await codegen.printDiagnostics(errors, options)}\n`);
  setExitCode(1);
  return undefined;
}
