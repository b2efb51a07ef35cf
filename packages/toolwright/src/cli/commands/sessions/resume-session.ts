import { isRecord, type RunResult, visibleText } from '@toolwright/contract';
import type { ApprovalDecision, ApprovalDecisions } from '@toolwright/core';
import type { SessionAgent } from '@toolwright/store';
import type { CommandContext } from '../../command-context.js';
import { loadContext } from '../../load/context-export.js';
import { type ExportKind, hasMethods, loadExport } from '../../load/load-export.js';
import { redirectConsole } from '../../process/redirect-console.js';
import { describePending } from './show-session.js';
import { type StoreOptions, withStore } from './with-store.js';

export interface ResumeCommandOptions extends StoreOptions {
  readonly agent: string;
  readonly context?: string;
  readonly approve: readonly string[];
  readonly deny: readonly string[];
}

/** The exit code for a run that is waiting for approval, which is neither a success nor a failure. */
const WAITING_EXIT_CODE = 3;

/** Resumes the open run of a session. Prints its answer, or the calls that it is waiting for. */
export async function resumeSession(
  id: string,
  options: ResumeCommandOptions,
  { io, setExitCode }: CommandContext,
): Promise<void> {
  const restoreConsole = redirectConsole(io.stderr);
  try {
    const agent = await loadExport(agentExport, options.agent, io.cwd);
    const context = await loadContext(options.context, io.cwd);
    const result = await withStore(options.store, io.cwd, async (store, { openSession, readSession }) => {
      // Throws for an unknown session; opening it would create one.
      await readSession(store, id);
      return (await openSession({ store, id, agent })).resume(readDecisions(options), { context });
    });
    if (options.json) io.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    else printResult(result, io);
    if (result.status === 'paused') setExitCode(WAITING_EXIT_CODE);
    else if (result.status !== 'completed') setExitCode(1);
  } finally {
    restoreConsole();
  }
}

function printResult(result: RunResult, { stdout, stderr }: CommandContext['io']): void {
  if (result.finalResponse) stdout.write(`${visibleText(result.finalResponse)}\n`);
  if (result.status === 'completed') return;
  const { status, limit } = result;
  stderr.write(
    limit === undefined ? `The run is ${status}.\n` : `The run stopped at the limit of ${limit}.\n`,
  );
  for (const error of result.errors) stderr.write(`  ${visibleText(error)}\n`);
  const pending = result.paused?.pending ?? [];
  for (const call of pending) stderr.write(`${describePending(call)}\n`);
  if (pending.length > 0) stderr.write('Decide with --approve <call> or --deny <call>=<reason>.\n');
}

function readDecisions({ approve, deny }: ResumeCommandOptions): ApprovalDecisions | undefined {
  if (approve.length + deny.length === 0) return undefined;
  const approved = approve.map((callId): [string, ApprovalDecision] => [callId, { approved: true }]);
  const denied = deny.map((text): [string, ApprovalDecision] => {
    const [callId = '', ...reason] = text.split('=');
    return [callId, { approved: false, ...(reason.length > 0 && { reason: reason.join('=') }) }];
  });
  return Object.fromEntries([...approved, ...denied]);
}

const agentExport: ExportKind<SessionAgent> = {
  option: '--agent',
  example: 'dist/agent.js#config',
  what: 'an agent configuration',
  accepts: (value): value is SessionAgent => isRecord(value) && hasMethods(value.llmClient, 'generate'),
};
