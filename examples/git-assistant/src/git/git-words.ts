/** The beginning of messages in which git quotes a line that it cannot read, or a path in a file. */
const QUOTES =
  /((?:unexpected|unterminated|unknown|malformed) line in [^:\n]+|bad (?:un)?shallow line|bad graft data|Invalid path|object directory|alternate object path)(:| ).*/g;

/** A message of git without the quoted lines of files: a link in `.git` may lead to any file of the user. */
export function withoutQuotedLines(words: string): string {
  return words.replace(QUOTES, '$1$2 [withheld]');
}
