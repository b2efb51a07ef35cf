import { pointerSegments } from '@toolwright/json';
/** Returns the line of a tool's block in the text of a lock, starting at 1. */
export function lineInLock(text: string, tool: string): number {
  const at = text.search(new RegExp(`"name":\\s*${escaped(JSON.stringify(tool))}`));
  return lineAt(text, Math.max(0, at));
}

/**
 * Returns the line of the parameter or member that a JSON pointer identifies. If the parameter list does not show it, returns the line of
 * the closest parent.
 * @param line the line of the tool, starting at 1
 */
export function lineOfMember(text: string, line: number, tool: string, pointer: string): number {
  const names = memberNames(pointer);
  if (names.length === 0) return line;
  const start = lineStart(text, line);
  const named = new RegExp(`(?<![\\w$])${escaped(tool)}(?![\\w$])`).exec(text.slice(start))?.index ?? 0;
  const open = text.indexOf('(', start + named);
  const list = open === -1 ? '' : withoutComments(text.slice(0, listEnd(text, open)));
  let at = open;
  let found = line;
  for (const name of names) {
    const quoted = `${escaped(name)}['"]?`;
    const member = new RegExp(`${quoted}(?<=${BEFORE_MEMBER}['"]?${quoted})\\s*(?=[?:=,)}])`, 'g');
    member.lastIndex = at;
    const match = member.exec(list);
    if (match === null) return found;
    at = match.index + match[0].length;
    found = lineAt(text, match.index);
  }
  return found;
}

/** Matches the text before a member's name. Used as a lookbehind after the name, so that long whitespace is scanned only once. */
const BEFORE_MEMBER = String.raw`[(,{;]\s*(?:(?:readonly|private|protected|public)\s+|\.\.\.)*`;

/** Returns the member names in a pointer, up to the first segment that is not a member. */
function memberNames(pointer: string): readonly string[] {
  const [root, ...segments] = pointerSegments(pointer);
  if (root !== 'parameters') return [];
  const names: string[] = [];
  for (let index = 0; segments[index] === 'properties'; index += 2) {
    const name = segments[index + 1];
    if (name !== undefined) names.push(name);
  }
  return names;
}

/** Returns the index after the bracket that closes a list. Skips brackets in string literals. */
function listEnd(text: string, open: number): number {
  let depth = 0;
  const signs = /[()[\]{}]|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
  signs.lastIndex = open;
  for (let match = signs.exec(text); match !== null; match = signs.exec(text)) {
    if ('([{'.includes(match[0])) depth += 1;
    else if (')]}'.includes(match[0])) depth -= 1;
    if (depth === 0) return signs.lastIndex;
  }
  return text.length;
}

/** Replaces comments with spaces, so that indexes stay the same. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
}

function lineStart(text: string, line: number): number {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) start = text.indexOf('\n', start) + 1;
  return start;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
