import { type CodegenRun, type DiagnosticCode, printDiagnostics, writeModules } from '@toolwright/codegen';
import { ToolwrightError } from '@toolwright/contract';

/** The findings of a run. A failed run writes nothing. */
export interface Findings {
  /** Printed warnings, or an empty text. */
  readonly warnings: string;
  /** `CODEGEN_FAILED` with the printed diagnostics, or the error of a project that cannot be read. */
  readonly failure?: unknown;
  /** Undefined if the project could not be read. */
  readonly run?: CodegenRun;
}

/**
 * Brings the generated modules up to date. Never rejects.
 * @param isSilent For warnings that do not hold in this build.
 */
export function runCodegen(
  generate: () => Promise<CodegenRun>,
  isSilent: (code: DiagnosticCode) => boolean = () => false,
): Promise<Findings> {
  const findings = previous
    .then(() => runOnce(generate, isSilent))
    .catch((failure) => ({ warnings: '', failure }));
  previous = findings;
  return findings;
}

/**
 * Runs of one process take turns, even those of different plugins: an earlier run must not overwrite the result of a later one, and
 * parallel builds of one project then share the work of the first.
 */
let previous: Promise<unknown> = Promise.resolve();

async function runOnce(
  generate: () => Promise<CodegenRun>,
  isSilent: (code: DiagnosticCode) => boolean,
): Promise<Findings> {
  const run = await generate();
  const shown = run.diagnostics.filter(({ code, severity }) => severity !== 'info' && !isSilent(code));
  const { projectDir, sourceLine } = run;
  const text = shown.length === 0 ? '' : await printDiagnostics(shown, { projectDir, sourceLine });
  if (!run.ok) {
    const failure = new ToolwrightError('CODEGEN_FAILED', `Codegen found errors:\n${text}`, {
      blame: 'developer',
    });
    return { warnings: '', failure, run };
  }
  await writeModules(run);
  return { warnings: text, run };
}
