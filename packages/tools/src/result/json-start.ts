import { textStart } from '@toolwright/contract';

/** The maximum depth. Deeper values were refused before. */
const MAX_DEPTH = 500;

/**
 * Returns the start of a value's JSON. Unlike `JSON.stringify`, it reads only the part that it writes, so that even a list of a billion
 * holes takes time proportional to `length`.
 */
export function jsonStart(value: unknown, length: number): string {
  const pieces: string[] = [];
  let left = length;
  const write = (piece: string): void => {
    pieces.push(textStart(piece, left));
    left -= piece.length;
  };
  const visit = (one: unknown, depth: number): void => {
    if (left <= 0) return;
    if (typeof one === 'string') write(JSON.stringify(textStart(one, left)));
    else if (typeof one !== 'object' || one === null || depth > MAX_DEPTH) write(leaf(one));
    else if ('toJSON' in one && typeof one.toJSON === 'function') visit(one.toJSON(), depth + 1);
    else visitMembers(one, depth);
  };
  const visitMembers = (one: object, depth: number): void => {
    const isList = Array.isArray(one);
    const names = isList ? undefined : Object.keys(one);
    const count = names?.length ?? (one as readonly unknown[]).length;
    write(isList ? '[' : '{');
    for (let place = 0; place < count && left > 0; place += 1) {
      const name = names?.[place];
      if (place > 0) write(',');
      if (name !== undefined) write(`${JSON.stringify(name)}:`);
      visit(Reflect.get(one, name ?? place), depth + 1);
    }
    write(isList ? ']' : '}');
  };
  visit(value, 0);
  return pieces.join('');
}

function leaf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'null';
}
