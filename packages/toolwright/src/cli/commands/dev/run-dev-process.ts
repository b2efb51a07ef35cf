import { errorMessage } from '@toolwright/contract';
import { createRedaction } from '@toolwright/redaction';
import { endWithParent, hostProgram } from '@toolwright/studio/server';
import { loadCodegen } from '../../load/load-optional.js';
import type { DevRole } from './dev-process-file.js';
import { loadProgram, type ProgramReferences } from './load-program.js';
import { tell } from './problems/problem-messages.js';
import { readFacts } from './problems/read-facts.js';
import { watchProblems } from './problems/watch-problems.js';

/** Does the work of a process that `toolwright dev` started. The process exits with its parent. */
export async function runDevProcess([role, references = '{}']: readonly string[]): Promise<void> {
  if (role !== 'program') endWithParent(); // `hostProgram` does this itself
  // The user's modules may read `process.argv`, and these arguments are not meant for them.
  process.argv.splice(2);
  const cwd = process.cwd();
  await ROLES[role as DevRole](cwd, references); // written by the command itself
}

const ROLES: Readonly<Record<DevRole, (cwd: string, references: string) => Promise<void>>> = {
  // Written by the command itself; see `programModule`.
  program: (cwd, references) =>
    hostProgram(() => loadProgram(JSON.parse(references) as ProgramReferences, cwd)),
  problems: watchProblems,
  facts: async (cwd) => {
    try {
      const codegen = await loadCodegen({ importCodegen: () => import('@toolwright/codegen') });
      tell({ type: 'facts', facts: await readFacts(codegen, cwd) });
    } catch (error) {
      const { redact } = createRedaction({ env: process.env });
      process.stderr.write(redact(`The effects of the tools could not be read: ${errorMessage(error)}\n`));
    }
    process.disconnect?.();
  },
};
