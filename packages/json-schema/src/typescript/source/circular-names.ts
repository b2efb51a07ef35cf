import { definitionName } from '../../document/references.js';

type Definitions = Readonly<Record<string, unknown>>;

/**
 * Returns definitions that stand for themselves, such as `A = A | string`, of which TypeScript makes no type: one of each circle. A
 * circle through a member or an element is an ordinary recursive type.
 */
export function circularNames(definitions: Definitions): ReadonlySet<string> {
  const circular = new Set<string>();
  const finished = new Set<string>();
  for (const start of Object.keys(definitions)) {
    const open = new Set<string>();
    const stack: { readonly name: string; readonly next: Iterator<string> }[] = [];
    const enter = (name: string): void => {
      if (finished.has(name) || !Object.hasOwn(definitions, name)) return;
      if (open.has(name)) circular.add(name);
      else {
        open.add(name);
        stack.push({ name, next: directNames(definitions[name])[Symbol.iterator]() });
      }
    };
    enter(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { done, value } = top.next.next();
      if (done !== true) enter(value);
      else {
        open.delete(top.name);
        finished.add(top.name);
        stack.pop();
      }
    }
  }
  return circular;
}

/** Lists the definitions that a schema refers to as a whole, not through a member or an element. */
function directNames(root: unknown): readonly string[] {
  const names: string[] = [];
  const open = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const { $ref, anyOf, oneOf, allOf }: Record<string, unknown> = { ...next };
    const name = typeof $ref === 'string' ? definitionName($ref) : undefined;
    if (name !== undefined) names.push(name);
    for (const parts of [anyOf, oneOf, allOf]) if (Array.isArray(parts)) open.push(...parts);
  }
  return names;
}
