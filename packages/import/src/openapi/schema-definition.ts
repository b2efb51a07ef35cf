import type { JsonSchema } from '@toolwright/contract';
import type { Found } from './documents.js';
import type { Direction } from './schema-rules.js';

/** What references of a document lead to, for one direction. */
export interface Definition {
  readonly direction: Direction;
  /** The schema's place, which all directions share. */
  readonly key: string;
  readonly found: Found;
  /** The references to it, which get its name in the end. */
  readonly uses: { $ref: string }[];
  readonly refersTo: Set<Definition>;
  schema: JsonSchema;
  /** Whether it has members that only one direction has. */
  isDivided: boolean;
}

/** Returns what tells a definition from those of the same place for other directions, if they are not the same. */
export function variantsOf(
  definitions: readonly Definition[],
): (definition: Definition) => '' | 'Input' | 'Form' {
  const texts = new Map<string, Map<Direction, string>>();
  for (const { key, direction, schema } of definitions) {
    const known = texts.get(key) ?? new Map<Direction, string>();
    texts.set(key, known.set(direction, JSON.stringify(schema)));
  }
  const differ = (key: string, one: Direction, other: Direction): boolean => {
    const [left, right] = [texts.get(key)?.get(one), texts.get(key)?.get(other)];
    return left !== undefined && right !== undefined && left !== right;
  };
  const divided = spread(
    definitions,
    ({ key, isDivided }) => isDivided || differ(key, 'input', 'output') || differ(key, 'form', 'output'),
  );
  const inBoth = definitions.filter(({ key }) => texts.get(key)?.has('form') && texts.get(key)?.has('input'));
  const forms = spread(inBoth, ({ key }) => differ(key, 'input', 'form'));
  return ({ key, direction }) => {
    if (direction === 'output') return '';
    if (direction === 'form' && forms.has(key)) return 'Form';
    return divided.has(key) ? 'Input' : '';
  };
}

/** Returns the keys of some definitions, and of those that refer to them. */
function spread(
  definitions: readonly Definition[],
  isStart: (definition: Definition) => boolean,
): ReadonlySet<string> {
  const users = new Map<string, Definition[]>();
  for (const definition of definitions) {
    for (const { key } of definition.refersTo) {
      const known = users.get(key) ?? [];
      known.push(definition);
      users.set(key, known);
    }
  }
  const open = definitions.filter(isStart);
  const seen = new Set(open.map(({ key }) => key));
  for (const { key } of open) {
    for (const user of users.get(key) ?? []) {
      if (seen.has(user.key)) continue;
      seen.add(user.key);
      open.push(user);
    }
  }
  return seen;
}
