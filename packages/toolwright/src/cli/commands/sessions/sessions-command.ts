import { visibleLine } from '@toolwright/contract';
import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { count } from '../../count.js';
import { CONTEXT_OPTION } from '../../load/context-export.js';
import { userError } from '../../user-error.js';
import { type ResumeCommandOptions, resumeSession } from './resume-session.js';
import { showSession } from './show-session.js';
import { type StoreOptions, withStore } from './with-store.js';

const EXAMPLES = `
Examples:
  $ toolwright sessions list --store data/sessions.db
  $ toolwright sessions show ada --store data/sessions.db
  $ toolwright sessions export ada --store data/sessions.db > ada.jsonl
  $ toolwright sessions resume ada --store data/sessions.db \\
      --agent dist/agent.js#config --approve call_1 --deny 'call_2=it was sent'`;

type WithId = (id: string, options: StoreOptions) => Promise<void>;

export function addSessionsCommand(program: Command, context: CommandContext): void {
  const sessions = program
    .command('sessions')
    .description('list, show, resume, delete, export and accept sessions of @toolwright/store')
    .addHelpText('after', EXAMPLES);
  const add = (usage: string, description: string) =>
    sessions
      .command(usage)
      .description(description)
      .requiredOption('--store <file>', 'the SQLite file that holds the sessions');
  const { io } = context;

  add('list', 'all sessions, the latest first')
    .option('--json', 'print an array')
    .action((options: StoreOptions) => listSessions(options, context));
  add('show <id>', 'the conversation of a session, and what its open run waits for')
    .option('--json', 'print an object')
    .action(((id, options) => showSession(id, options, context)) satisfies WithId);
  add('resume <id>', 'resume an interrupted or paused run; exits with 3 if it pauses again')
    .requiredOption('--agent <module#export>', 'the `agent` that the session was opened with')
    .option(...CONTEXT_OPTION)
    .option('--approve <call>', 'a call to execute; repeatable', collect, [])
    .option('--deny <call=reason>', 'a call to refuse, with a reason for the model; repeatable', collect, [])
    .option('--json', 'print the result as JSON')
    .action((id: string, options: ResumeCommandOptions) => resumeSession(id, options, context));
  add('delete <id>', 'delete a session').action((async (id, { store: file }) => {
    await withStore(file, io.cwd, async (store) => {
      if ((await store.find(id)) === undefined) {
        throw userError('UNKNOWN_SESSION', `There is no session '${id}'.`, 'Run `toolwright sessions list`.');
      }
      await store.delete(id);
    });
    io.stderr.write(`Deleted ${visibleLine(id)}.\n`);
  }) satisfies WithId);
  add('export <id>', 'print all records of a session as JSON lines').action((async (id, { store: file }) => {
    const records = await withStore(file, io.cwd, (store) => store.read(id));
    for (const record of records) io.stdout.write(`${JSON.stringify(record)}\n`);
  }) satisfies WithId);
  add(
    'accept',
    'use a file as it is that was refused since it went back in time, such as a restored backup',
  ).action(async ({ store: file }: StoreOptions) => {
    const sessions = await withStore(file, io.cwd, (store) => store.list(), true);
    io.stderr.write(`Accepted ${file} with ${count(sessions.length, 'session')}.\n`);
  });
}

/** Prints a line per session: its id, when it was last written to, its agent and its number of records. */
async function listSessions({ store: file, json }: StoreOptions, { io }: CommandContext): Promise<void> {
  const sessions = await withStore(file, io.cwd, (store) => store.list());
  if (json) {
    io.stdout.write(`${JSON.stringify(sessions, null, 2)}\n`);
    return;
  }
  const ids = sessions.map(({ id }) => visibleLine(id));
  const width = ids.reduce((longest, id) => Math.max(longest, id.length), 0);
  for (const [index, { agent, updatedAt, records }] of sessions.entries()) {
    const facts = `${describeTime(updatedAt)}  ${visibleLine(agent)}, ${count(records, 'record')}`;
    io.stdout.write(`${ids[index]?.padEnd(width)}  ${facts}\n`);
  }
  io.stderr.write(`${count(sessions.length, 'session')}.\n`);
}

/** The times of sessions have no checksum, so a damaged one may be beyond what a date can be. */
function describeTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? 'at an impossible time' : date.toISOString();
}

function collect(value: string, values: readonly string[]): string[] {
  return [...values, value];
}
