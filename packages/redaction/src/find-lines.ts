import type { Span } from './spans.js';

/** Matches a program whose options take a password, and its arguments. Each character is part of one match, so a search is linear. */
const COMMAND =
  /(?<![\w.-])((?:mysql|mariadb)[\w-]{0,20}|sshpass|curl|redis-cli|mongo(?:sh|dump|restore)?|sqlcmd|(?:docker|podman|registry) login)([ \t][^\n|;&]{0,400})/g;

const VALUE = `["']?([^\\s"'$<[-][^\\s"']{0,200})`;
const [GLUED, SPACED] = ['[ \\t]{0,4}', '[ \\t]{1,4}'];

/** The programs, and the options that take a password. The first one whose name begins with this is meant. */
const OPTIONS: readonly (readonly [program: string, option: RegExp])[] = [
  // Only glued to it: after a space, the word is a database.
  ['mysql', option('-p(?!ort[ \\t]|rotocol)')],
  ['mariadb', option('-p(?!ort[ \\t]|rotocol)')],
  ['sshpass', option(`-p${GLUED}`)],
  ['curl', option(`(?:-u|-U|--user|--proxy-user)[ \\t=]{0,4}["']?[^\\s:"'$<[]{1,100}:`)],
  ['redis-cli', option(`(?:-a|--pass)${SPACED}`)],
  ['sqlcmd', option(`-P${GLUED}`)],
  // mongo, docker login and the like
  ['', option(`-p${SPACED}`)],
];

function option(before: string): RegExp {
  return new RegExp(`[ \\t]${before}${VALUE}`, 'g');
}

/** Matches a line that consists of a name and a value of several plain words, as in a file of keys and values. */
const PHRASE =
  /^[ \t]{0,40}(?:- )?[\w.-]{0,60}(?:password|passwd|passphrase)[ \t]{0,4}[:=][ \t]{1,4}((?:[a-z]{2,20}[ -]){2,11}[a-z]{2,20})[ \t]{0,8}$/gim;
/** Words of sentences. A password that is made of words has none of them. */
const SENTENCE =
  /\b(?:the|an?|is|are|be|of|to|for|with|and|or|not|no|must|should|may|can|will|your|you|it|this|that|in|on|at|by|from|as|if|when|use[ds]?|see|string|required|optional|default)\b/i;

/** Matches an entry of a netrc file, on one line or several. */
const NETRC =
  /(?<![\w.-])(?:machine[ \t]{1,8}\S{1,253}|default)\s{1,16}(?:login|user)\s{1,8}\S{1,100}\s{1,16}(?:account\s{1,8}\S{1,100}\s{1,16})?password[ \t]{1,8}(\S{1,200})/g;

/** Matches the last line of a text if it may become one of these. */
const OPEN =
  /(?:^|\n)(?=[^\n]*$)(?:[^\n]{0,400}(?<![\w.-])(?:mysql|mariadb|sshpass|curl|redis-cli|mongo|sqlcmd|login)|[ \t]{0,40}(?:- )?[\w.-]{0,60}(?:password|passwd|passphrase)[ \t]{0,4}[:=])[^\n]{0,500}$/i;
const LONGEST_OPEN = 1_000;

/** Finds passwords in the arguments of programs, and passwords of several words. */
export function findLines(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: match, 1: program = '', 2: args = '', index } of text.matchAll(COMMAND)) {
    const begin = index + match.length - args.length;
    const pattern = OPTIONS.find(([name]) => program.startsWith(name))?.[1] ?? /(?!)/g;
    for (const { 0: found, 1: value = '', index: at } of args.matchAll(pattern)) {
      const end = begin + at + found.length;
      spans.push({ start: end - value.length, end });
    }
  }
  for (const { 0: match, 1: value = '', index } of text.matchAll(NETRC))
    spans.push({ start: index + match.length - value.length, end: index + match.length });
  for (const { 0: match, 1: value = '', index } of text.matchAll(PHRASE)) {
    const start = index + match.lastIndexOf(value);
    if (!SENTENCE.test(value)) spans.push({ start, end: start + value.length });
  }
  return spans;
}

/** Returns the start of a last line that may become such a line, or the end of the text. */
export function beginningOfOpenLine(text: string): number {
  const tail = Math.max(0, text.length - LONGEST_OPEN);
  const match = OPEN.exec(text.slice(tail));
  return match === null ? text.length : tail + match.index;
}
