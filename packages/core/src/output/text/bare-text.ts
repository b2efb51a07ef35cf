import { type Candidate, findCandidates } from './find-candidates.js';

/** A reply without its Markdown fence, if it consists of one, and without space around. */
export function bareText(text: string): string {
  const trimmed = text.trim().replace(/^\uFEFF/, '');
  const fenced = /^(```|~~~)[^\n`]*\n([\s\S]*?)\n?[ \t]*\1$/.exec(trimmed);
  return (fenced?.[2] ?? trimmed).trim();
}

/** The members of an object that lacks its braces, or just the first one, as it comes after a prefilled brace. */
export function findUnbraced(text: string): Candidate[] {
  const bare = bareText(text);
  if (!/^"(?:[^"\\\n]|\\.)+"\s*:/.test(bare)) return [];
  const [candidate] = findCandidates(isUnbalanced(bare) ? `{${bare}` : `{${bare}}`);
  return candidate ? [{ ...candidate, note: 'The braces around the answer were not complete.' }] : [];
}

/** Whether only the opening brace is missing. */
function isUnbalanced(text: string): boolean {
  return findCandidates(`{${text}`)[0]?.scan.open.length === 0;
}
