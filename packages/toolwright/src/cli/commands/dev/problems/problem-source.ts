import { type ChildProcess, fork } from 'node:child_process';
import type { ProblemSource } from '@toolwright/studio/server';
import type { CliIo } from '../../../process/cli-io.js';
import { DEV_PROCESS, type DevRole } from '../dev-process-file.js';
import { isProblemMessage, type ProblemMessage } from './problem-messages.js';

/** How long the project must remain unchanged before effects and the contract are read, in milliseconds. Reading takes seconds. */
const IDLE_MS = 1_500;
/** The delay before codegen is restarted after it was killed, in milliseconds. */
const AGAIN_MS = 2_000;

/** Creates a source for a project's codegen diagnostics and for facts about its tools, each read by a separate process. */
export function createProblemSource(
  { cwd, env }: Pick<CliIo, 'cwd' | 'env'>,
  say: (text: string) => void,
): ProblemSource {
  let watcher: ChildProcess | undefined;
  let reader: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;
  let isClosed = false;

  const run = (role: DevRole, onMessage: (message: ProblemMessage) => void): ChildProcess => {
    const child = fork(DEV_PROCESS, [role], {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
    });
    child.stderr?.setEncoding('utf8').on('data', say);
    child.on('message', (message) => isProblemMessage(message) && onMessage(message));
    child.on('error', (error) => say(`Codegen failed: ${error.message}\n`));
    return child;
  };

  return {
    start({ onProblems, onFacts }) {
      const readFacts = (): void => {
        reader?.kill();
        reader = run('facts', (message) => message.type === 'facts' && onFacts(message.facts));
      };
      const watch = (): void => {
        watcher = run('problems', (message) => {
          if (message.type !== 'problems') return;
          onProblems(message.problems);
          clearTimeout(timer);
          const { status, failure } = message.problems;
          // If codegen could not run, there are no facts to read, and the page explains why.
          if (status === 'read' && failure === undefined) timer = setTimeout(readFacts, IDLE_MS);
        });
        watcher.on('exit', (code, signal) => {
          if (isClosed || code === 0) return;
          const how = signal === null ? `exited with code ${code}` : `was terminated by ${signal}`;
          const failure = { code: 'CODEGEN_FAILED', message: `Codegen ${how}.` };
          onProblems({ status: 'off', diagnostics: [], failure });
          // This is not the project's fault: a system that is low on memory kills processes.
          if (signal !== null) again = setTimeout(watch, AGAIN_MS);
        });
      };
      watch();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(again);
      watcher?.kill();
      reader?.kill();
    },
  };
}
