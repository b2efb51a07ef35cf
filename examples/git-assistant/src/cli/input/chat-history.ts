import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readPlainFile, writePlainFile } from '../../files/plain-file.js';

const MAX_LINES = 500;
const MAX_LINE = 2_000;
/** Lines that may contain a key, a token or a password are not stored: known forms, and names with a value. */
const SECRET =
  /\b(?:sk|pk|rk|gsk|xai|gh[opusr]|github_pat|glpat|xox[abprs])[-_]\w{8}|\bAIza[\w-]{20}|\bAKIA[0-9A-Z]{12}|-----BEGIN|\beyJ[\w-]{10,}\.|(?:passw(?:or)?d|passphrase|secret|token|api.?key|credentials?)\S{0,20}\s*(?:[:=]|\bis\b)|:\/\/[^\s/@:]+:[^\s/@]+@/i;

/** The user's questions of earlier conversations. */
export interface ChatHistory {
  /** The newest first, as readline takes them. */
  readonly lines: readonly string[];
  /** Remembers a line, unless it may contain a secret or begins with a space. */
  add(line: string): void;
  /** Writes the lines to the user's state folder, readable only by the user. An unwritable folder is not an error. */
  save(): Promise<void>;
}

export async function openHistory(env: NodeJS.ProcessEnv): Promise<ChatHistory> {
  const file = historyFile(env);
  const saved = await readPlainFile(file).catch(() => '');
  const lines = saved.split('\n').filter(Boolean).slice(0, MAX_LINES);
  return {
    lines,
    add: (line) => {
      if (isKept(line) && lines[0] !== line) lines.unshift(line);
    },
    save: async () => {
      try {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        await writePlainFile(file, `${lines.slice(0, MAX_LINES).join('\n')}\n`);
      } catch {
        // A conversation without a memory is still one.
      }
    },
  };
}

function isKept(line: string): boolean {
  return line.trim() !== '' && !line.startsWith(' ') && line.length <= MAX_LINE && !SECRET.test(line);
}

function historyFile(env: NodeJS.ProcessEnv): string {
  const base = env.XDG_STATE_HOME || join(env.HOME || env.USERPROFILE || '.', '.local', 'state');
  return join(base, 'git-assistant', 'history');
}
