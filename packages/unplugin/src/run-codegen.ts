import { type CodegenRun, type DiagnosticCode, printDiagnostics, writeModules } from '@toolwright/codegen';
import { ToolwrightError } from '@toolwright/contract';

/** The findings of a run. A run that fails writes nothing. */
export interface Findings {
  /** The printed warnings, or an empty string. */
  readonly warnings: string;
  /** A `CODEGEN_FAILED` error with the printed diagnostics, or the error for a project that cannot be read. */
  readonly failure?: unknown;
  /** Undefined if the project could not be read. */
  readonly run?: CodegenRun;
}

/**
 * Brings the generated modules up to date. Never rejects.
 * @param isSilent Returns true for warnings that do not apply in this build.
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
 * The previous run. The runs in a process take turns, even those of different plugins: an earlier run must not overwrite the result of a
 * later run, and parallel builds of one project then share the work of the first.
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
