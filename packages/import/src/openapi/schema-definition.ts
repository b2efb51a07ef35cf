import type { JsonSchema } from '@toolwright/contract';
import type { Found } from './documents.js';
import type { Direction } from './schema-rules.js';

/** What references of a document lead to, for one direction. */
export interface Definition {
  readonly direction: Direction;
  /** The schema's place, which both directions share. */
  readonly key: string;
  readonly found: Found;
  /** The references to it, which get its name in the end. */
  readonly uses: { $ref: string }[];
  readonly refersTo: Set<Definition>;
  schema: JsonSchema;
  /** Whether it is not the same for requests and answers. */
  isDivided: boolean;
}

/** What refers to a divided definition is divided, too. */
export function spreadDivision(definitions: readonly Definition[]): void {
  const users = new Map<string, Definition[]>();
  for (const definition of definitions) {
    for (const { key } of definition.refersTo) {
      const known = users.get(key) ?? [];
      known.push(definition);
      users.set(key, known);
    }
  }
  const open = definitions.filter(({ isDivided }) => isDivided);
  const seen = new Set(open.map(({ key }) => key));
  for (const { key } of open) {
    for (const user of users.get(key) ?? []) {
      if (seen.has(user.key)) continue;
      seen.add(user.key);
      open.push(user);
    }
  }
  for (const definition of definitions) definition.isDivided = seen.has(definition.key);
}
