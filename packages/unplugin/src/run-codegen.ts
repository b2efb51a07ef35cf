import { type GenerateOptions, generate, printDiagnostics, writeModules } from '@toolwright/codegen';
import { ToolwrightError } from '@toolwright/contract';

/** What a run has found that does not stop a build. */
export interface Findings {
  /** Warnings, for people to read; empty where there are none. */
  readonly text: string;
}

/**
 * Brings the generated modules up to date; from the cache where nothing has changed.
 * @throws ToolwrightError `CODEGEN_FAILED` with the printed diagnostics where one is an error, or what is wrong with the project.
 * Nothing is written then.
 */
export async function runCodegen(options: GenerateOptions): Promise<Findings> {
  const run = await generate(options);
  const shown = run.diagnostics.filter(({ severity }) => severity !== 'info');
  const text = shown.length === 0 ? '' : await printDiagnostics(shown, { format: 'pretty', color: false });
  if (!run.ok) {
    throw new ToolwrightError('CODEGEN_FAILED', `Codegen found errors:\n${text}`, { blame: 'developer' });
  }
  await writeModules(run);
  return { text };
}
