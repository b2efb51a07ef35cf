import type { WatchedRun } from '@toolwright/codegen';
import { errorMessage, isToolwrightError } from '@toolwright/contract';
import { loadCodegen } from '../../../load/load-optional.js';
import { tell } from './problem-messages.js';
import { showDiagnostics } from './show-diagnostics.js';

/** Runs codegen after each change and reports the diagnostics. Runs in a separate process, because the compiler would block the server. */
export async function watchProblems(root: string): Promise<void> {
  try {
    const codegen = await loadCodegen({ importCodegen: () => import('@toolwright/codegen') });
    tell({ type: 'problems', problems: { status: 'reading', diagnostics: [] } });
    const onRun = (watched: WatchedRun): void => report(watched, root);
    await codegen.watch({ cwd: root }, { signal: new AbortController().signal, onRun });
  } catch (error) {
    tell({ type: 'problems', problems: { status: 'off', diagnostics: [], failure: shown(error) } });
    process.disconnect?.();
  }
}

function report(watched: WatchedRun, root: string): void {
  const at = Date.now();
  if (watched.kind === 'failed') {
    tell({
      type: 'problems',
      problems: { status: 'read', diagnostics: [], at, failure: shown(watched.error) },
    });
    return;
  }
  const { diagnostics, projectDir } = watched.run;
  tell({
    type: 'problems',
    problems: { status: 'read', diagnostics: showDiagnostics(diagnostics, projectDir, root), at },
  });
}

function shown(error: unknown) {
  if (!isToolwrightError(error)) return { code: 'CODEGEN_FAILED', message: errorMessage(error) };
  const { code, message, hint } = error;
  return { code, message, ...(hint !== undefined && { hint }) };
}
