import { errorMessage, isJsonObject } from '@toolwright/contract';
import { formatPath, readJson } from '@toolwright/json';
import { MEMBERS, type ReadRow, type ReadRows, unusedNote } from './rows.js';

/** Reads JSON Lines. Empty lines are skipped. */
export function readJsonLines(text: string, isMapped: boolean): ReadRows {
  const rows: ReadRow[] = [];
  const unused = new Set<string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const row = { line: index + 1, ...readLine(line) };
    rows.push(row);
    if (!('row' in row) || isMapped) continue;
    for (const name of Object.keys(row.row)) if (!MEMBERS.has(name)) unused.add(name);
  }
  return { rows, notes: unusedNote('members', unused) };
}

function readLine(line: string): { readonly row: Record<string, unknown> } | { readonly problem: string } {
  try {
    const value: unknown = JSON.parse(line);
    if (!isJsonObject(value)) return { problem: 'The line is JSON, but not an object.' };
    const read = readJson(line);
    if (!read.ok) return { problem: 'The line is nested too deeply.' };
    const [twice] = read.duplicates;
    return twice === undefined
      ? { row: value }
      : {
          problem: `The member ${formatPath(twice.path.map(String))} occurs more than once, with different values.`,
        };
  } catch (error) {
    return { problem: `The line is not JSON: ${errorMessage(error)}.` };
  }
}
