import { checkMessage, showHidden } from '../../output/check-message.js';
import type { CliIo } from '../cli-io.js';
import { ask, confirm } from '../input/confirm.js';
import { editText } from '../input/edit-text.js';
import { reportError } from '../report-error.js';

/** A text that may become the commit message. */
export interface Draft {
  readonly text: string;
  /** The user has opened it in an editor, and so is responsible for its claims. */
  readonly edited?: boolean;
  /** It was kept after an earlier attempt. */
  readonly kept?: boolean;
}

/** Writes another message; the hint tells the model what to change. */
export type WriteAgain = (hint: string) => Promise<string>;

const HELP = `y  make the commit
n  make none
e  edit the message
r  write another message; "r shorter" says what should be different
c  choose among the messages so far; "c 1" takes the first
`;

export interface Agreement {
  readonly writeAgain: WriteAgain;
  /** Called with each message before the user is asked about it. */
  readonly keep: (draft: Draft) => Promise<unknown>;
}

/**
 * Lets the user accept, edit, replace or choose a message. Resolves to undefined if the user wants none. As in git, an empty message means
 * none.
 * @param drafts the messages so far, to which new ones are added; the last one is offered first
 */
export async function agreeOnMessage(
  io: CliIo,
  drafts: Draft[],
  { writeAgain, keep }: Agreement,
): Promise<Draft | undefined> {
  let draft = drafts.at(-1);
  while (draft !== undefined) {
    await keep(draft);
    // Enter and Ctrl-D mean no.
    const answer = (await ask(question(draft), io)) || 'n';
    const [word = '', ...words] = answer.split(' ');
    const [command = '', rest = ''] = [commandOf(word), words.join(' ').trim()];
    if (command === 'n') return undefined;
    if (command === 'y') {
      if (await mayCommit(draft, io)) return draft;
    } else {
      draft = await change(command, rest, { io, drafts, draft, writeAgain });
    }
  }
  return undefined;
}

/** Accepts a letter or a whole word. A word that only begins like a command, above all like "yes", is not a command. */
function commandOf(word: string): string {
  return /^(?:y(?:es)?|no?|e(?:dit)?|r(?:egenerate)?|c(?:hoose)?)$/i.test(word)
    ? word.charAt(0).toLowerCase()
    : '';
}

interface Choice {
  readonly io: CliIo;
  readonly drafts: Draft[];
  readonly draft: Draft;
  readonly writeAgain: WriteAgain;
}

/** One step; after an error the draft stays as it was. Undefined if the user has emptied the message. */
async function change(
  command: string,
  rest: string,
  { io, drafts, draft, writeAgain }: Choice,
): Promise<Draft | undefined> {
  try {
    if (command === 'e') {
      const text = (await editText(draft.text, io)).trim();
      if (text !== '') return show(add(drafts, { text: `${text}\n`, edited: true }), io);
      io.stderr.write('The message is empty.\n');
      return undefined;
    }
    if (command === 'r')
      return show(add(drafts, { text: await writeAgain(rest || (await askHint(io))) }), io);
    if (command === 'c') return show(await choose(drafts, draft, rest, io), io);
    io.stderr.write(HELP);
  } catch (error) {
    if (io.signal.aborted || (error instanceof Error && error.name === 'Stopped')) throw error;
    reportError(error, io, false);
  }
  return draft;
}

function question({ text }: Draft): string {
  const { hidden } = checkMessage(text);
  return hidden.length > 0
    ? `It has hidden characters (${hidden.join(', ')}), so it is not committed as it is. [N]o, [e]dit, [r]egenerate, [c]hoose? `
    : 'Make this commit? [y]es, [N]o, [e]dit, [r]egenerate, [c]hoose? ';
}

/** Whether the message hides nothing, and the user confirms its claims. */
async function mayCommit({ text, edited: own = false }: Draft, io: CliIo): Promise<boolean> {
  const { hidden, claims } = checkMessage(text);
  if (hidden.length > 0) return false;
  if (own || claims.length === 0) return true;
  io.stderr.write(`${claims.map(showHidden).join('\n')}\n`);
  return confirm('Is that what you mean?', io);
}

const askHint = (io: CliIo) => ask('What should be different? (Enter: anything) ', io);

async function choose(drafts: readonly Draft[], draft: Draft, rest: string, io: CliIo): Promise<Draft> {
  const titles = drafts.map(
    ({ text }, index) => `${index + 1}  ${showHidden(text.split('\n', 1)[0] ?? '')}\n`,
  );
  if (rest === '') io.stderr.write(titles.join(''));
  const chosen = drafts[Number(rest || (await ask('Which one? ', io))) - 1];
  if (chosen === undefined) io.stderr.write(`Name a number from 1 to ${drafts.length}.\n`);
  return chosen ?? draft;
}

function add(drafts: Draft[], draft: Draft): Draft {
  drafts.push(draft);
  return draft;
}

function show(draft: Draft, { stdout }: CliIo): Draft {
  stdout.write(`\n${showHidden(draft.text)}\n`);
  return draft;
}
