import { formatCount, visibleLine } from '@toolwright/contract';
import type { Command, CommandOption } from '../../args/command.js';
import type { CommandContext } from '../../command-context.js';
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

const STORE_OPTION: CommandOption = [
  '--store <file>',
  'the SQLite file that holds the sessions',
  { isRequired: true },
];
const ID = ['<id>', ''] as const;

export const sessionsCommand: Command = {
  description: 'list, show, resume, delete, export and accept sessions of @toolwright/store',
  notes: EXAMPLES,
  commands: {
    list: (): Command<StoreOptions> => ({
      description: 'list all sessions, latest first',
      options: [STORE_OPTION, ['--json', 'print an array']],
      run: (options, _words, context) => listSessions(options, context),
    }),
    show: (): Command<StoreOptions> => ({
      description: 'show the conversation of a session, and pending calls of its open run',
      parameters: [ID],
      options: [STORE_OPTION, ['--json', 'print an object']],
      run: (options, [id = ''], context) => showSession(id, options, context),
    }),
    resume: (): Command<ResumeCommandOptions> => ({
      description: 'resume an interrupted or paused run; exits with 3 if it pauses again',
      parameters: [ID],
      options: [
        STORE_OPTION,
        ['--agent <module#export>', 'the `agent` that was used to open the session', { isRequired: true }],
        CONTEXT_OPTION,
        ['--approve <call>', 'a call to execute; repeatable', { default: [] }],
        [
          '--deny <call=reason>',
          'a call to refuse, with a reason for the model; repeatable',
          { default: [] },
        ],
        ['--json', 'print the result as JSON'],
      ],
      run: (options, [id = ''], context) => resumeSession(id, options, context),
    }),
    delete: (): Command<StoreOptions> => ({
      description: 'delete a session',
      parameters: [ID],
      options: [STORE_OPTION],
      run: (options, [id = ''], context) => deleteSession(id, options, context),
    }),
    export: (): Command<StoreOptions> => ({
      description: 'print all records of a session as JSON lines',
      parameters: [ID],
      options: [STORE_OPTION],
      async run({ store: file }, [id = ''], { io }) {
        const records = await withStore(file, io.cwd, (store) => store.read(id));
        for (const record of records) io.stdout.write(`${JSON.stringify(record)}\n`);
      },
    }),
    accept: (): Command<StoreOptions> => ({
      description: 'accept a file that was refused because it went back in time, e.g. a restored backup',
      options: [STORE_OPTION],
      async run({ store: file }, _words, { io }) {
        const sessions = await withStore(file, io.cwd, (store) => store.list(), true);
        io.stderr.write(`Accepted ${file} with ${formatCount(sessions.length, 'session')}.\n`);
      },
    }),
  },
};

async function deleteSession(
  id: string,
  { store: file }: StoreOptions,
  { io }: CommandContext,
): Promise<void> {
  await withStore(file, io.cwd, async (store) => {
    if ((await store.find(id)) === undefined) {
      throw userError('UNKNOWN_SESSION', `There is no session '${id}'.`, 'Run `toolwright sessions list`.');
    }
    await store.delete(id);
  });
  io.stderr.write(`Deleted ${visibleLine(id)}.\n`);
}

/** Prints one line per session: its id, the time it was last written, its agent and its number of records. */
async function listSessions({ store: file, json }: StoreOptions, { io }: CommandContext): Promise<void> {
  const sessions = await withStore(file, io.cwd, (store) => store.list());
  if (json) {
    io.stdout.write(`${JSON.stringify(sessions, null, 2)}\n`);
    return;
  }
  const ids = sessions.map(({ id }) => visibleLine(id));
  const width = ids.reduce((longest, id) => Math.max(longest, id.length), 0);
  for (const [index, { agent, updatedAt, records }] of sessions.entries()) {
    const facts = `${describeTime(updatedAt)}  ${visibleLine(agent)}, ${formatCount(records, 'record')}`;
    io.stdout.write(`${ids[index]?.padEnd(width)}  ${facts}\n`);
  }
  io.stderr.write(`${formatCount(sessions.length, 'session')}.\n`);
}

/** Formats a time. The times of sessions have no checksum, so a damaged time may be outside the range of dates. */
function describeTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? 'at an invalid time' : date.toISOString();
}
