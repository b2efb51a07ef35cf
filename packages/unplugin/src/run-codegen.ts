import { type CodegenRun, printDiagnostics, writeModules } from '@toolwright/codegen';
import { ToolwrightError } from '@toolwright/contract';

/** What a run has found; where it failed, nothing is written. */
export interface Findings {
  /** Warnings, for people to read; empty where there are none. */
  readonly warnings: string;
  /** `CODEGEN_FAILED` with the printed diagnostics where one is an error, or what is wrong with the project. */
  readonly failure?: unknown;
  /** What was read; undefined where the project could not be read at all. */
  readonly run?: CodegenRun;
}

/** Brings the generated modules up to date. Never rejects. */
export function runCodegen(generate: () => Promise<CodegenRun>): Promise<Findings> {
  const findings = previous.then(() => runOnce(generate)).catch((failure) => ({ warnings: '', failure }));
  previous = findings;
  return findings;
}

/**
 * Runs of one process take turns, whatever plugin they belong to: what an earlier run read must not be written over what a later one
 * found, and builds of the same project side by side then share the work of the first.
 */
let previous: Promise<unknown> = Promise.resolve();

async function runOnce(generate: () => Promise<CodegenRun>): Promise<Findings> {
  const run = await generate();
  const shown = run.diagnostics.filter(({ severity }) => severity !== 'info');
  const text = shown.length === 0 ? '' : await printDiagnostics(shown, { format: 'pretty', color: false });
  if (!run.ok) {
    const failure = new ToolwrightError('CODEGEN_FAILED', `Codegen found errors:\n${text}`, {
      blame: 'developer',
    });
    return { warnings: '', failure, run };
  }
  await writeModules(run);
  return { warnings: text, run };
}
