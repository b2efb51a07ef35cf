import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';
import type { ResumeCommandOptions } from './sessions/resume-session.js';

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
    .action(async (options: { readonly store: string; readonly json?: boolean }) => {
      const { listSessions } = await import('./sessions/list-sessions.js');
      await listSessions(options, context);
    });
  sessions
    .command('show')
    .description('the conversation of a session, and what its open run waits for')
    .argument('<id>')
    .requiredOption(STORE, STORE_HELP)
    .option('--json', 'print an object')
    .action(async (id: string, options: { readonly store: string; readonly json?: boolean }) => {
      const { showSession } = await import('./sessions/show-session.js');
      await showSession(id, options, context);
    });
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
    .action(async (id: string, options: ResumeCommandOptions) => {
      const { resumeSession } = await import('./sessions/resume-session.js');
      await resumeSession(id, options, context);
    });
  sessions
    .command('delete')
    .description('forget a session for good')
    .argument('<id>')
    .requiredOption(STORE, STORE_HELP)
    .action(async (id: string, options: { readonly store: string }) => {
      const { deleteSession } = await import('./sessions/delete-session.js');
      await deleteSession(id, options, context);
    });
  sessions
    .command('export')
    .description('all records of a session as JSON lines')
    .argument('<id>')
    .requiredOption(STORE, STORE_HELP)
    .action(async (id: string, options: { readonly store: string }) => {
      const { exportSession } = await import('./sessions/export-session.js');
      await exportSession(id, options, context);
    });
}

function collect(value: string, values: readonly string[]): string[] {
  return [...values, value];
}
