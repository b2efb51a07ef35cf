import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { deleteSession } from './delete-session.js';
import { exportSession } from './export-session.js';
import { listSessions } from './list-sessions.js';
import { type ResumeCommandOptions, resumeSession } from './resume-session.js';
import { showSession } from './show-session.js';

const EXAMPLES = `
Examples:
  $ toolwright sessions list --store data/sessions.db
  $ toolwright sessions show ada --store data/sessions.db
  $ toolwright sessions resume ada --store data/sessions.db --agent dist/agent.js#config
  $ toolwright sessions resume ada --store … --agent … --approve call_1 --deny 'call_2=it was sent'
  $ toolwright sessions export ada --store data/sessions.db > ada.jsonl`;

const STORE = '--store <file>';
const STORE_HELP = 'the SQLite file of the sessions';

export function addSessionsCommand(program: Command, context: CommandContext): void {
  const sessions = program
    .command('sessions')
    .description('list, show, resume, delete and export sessions of @toolwright/store')
    .addHelpText('after', EXAMPLES);
  sessions
    .command('list')
    .description('all sessions, the one that was written to last first')
    .requiredOption(STORE, STORE_HELP)
    .option('--json', 'print an array')
    .action((options: { readonly store: string; readonly json?: boolean }) => listSessions(options, context));
  sessions
    .command('show')
    .description('the conversation of a session, and what its open run waits for')
    .argument('<id>')
    .requiredOption(STORE, STORE_HELP)
    .option('--json', 'print an object')
    .action((id: string, options: { readonly store: string; readonly json?: boolean }) =>
      showSession(id, options, context),
    );
  sessions
    .command('resume')
    .description(
      'go on with a run that was cut off, or that waits for decisions; exits with 3 where it waits again',
    )
    .argument('<id>')
    .requiredOption(STORE, STORE_HELP)
    .requiredOption('--agent <module#export>', 'what the session was opened with as `agent`')
    .option('--approve <call>', 'a call that may be executed; may be repeated', collect, [])
    .option(
      '--deny <call=reason>',
      'a call that may not, with a reason for the model; may be repeated',
      collect,
      [],
    )
    .option('--json', 'print the result as JSON')
    .action((id: string, options: ResumeCommandOptions) => resumeSession(id, options, context));
  sessions
    .command('delete')
    .description('forget a session for good')
    .argument('<id>')
    .requiredOption(STORE, STORE_HELP)
    .action((id: string, options: { readonly store: string }) => deleteSession(id, options, context));
  sessions
    .command('export')
    .description('all records of a session as JSON lines')
    .argument('<id>')
    .requiredOption(STORE, STORE_HELP)
    .action((id: string, options: { readonly store: string }) => exportSession(id, options, context));
}

function collect(value: string, values: readonly string[]): string[] {
  return [...values, value];
}
