/** How git names a line that it cannot read before it quotes it, or a path that a file holds. */
const QUOTES =
  /((?:unexpected|unterminated|unknown|malformed) line in [^:\n]+|bad (?:un)?shallow line|bad graft data|Invalid path|object directory|alternate object path)(:| ).*/g;

/**
 * What git says, without the lines of files that it quotes: a link in `.git` may lead to any file of the user.
 */
export function withoutQuotedLines(words: string): string {
  return words.replace(QUOTES, '$1$2 [withheld]');
}
