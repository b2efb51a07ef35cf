import type { SchemaTraits } from '@toolwright/json-schema';
import type { MemberJudge } from '../../early/member-judge.js';
import type { Explain } from '../explain/create-explainer.js';
import type { Validate } from './create-validator.js';

/** All functions compiled for one schema so far. */
export interface Compilation {
  compiled?: { readonly traits: SchemaTraits; readonly accepts: Validate };
  explain?: Explain;
  /** Null if the members of the arguments cannot be judged one by one. */
  judge?: MemberJudge | null;
}

interface Kept extends Compilation {
  readonly text: unknown;
}

const KEPT = new WeakMap<object, Kept>();

/**
 * Returns the compilation for a manifest's entry or a handwritten schema. All registries of the program share it, so that a registry may
 * be created for each request.
 * @param schema a schema that the program may modify. After a change, it is compiled again.
 */
export function compilationOf(owner: object, schema?: object): Compilation {
  const text = schema && textOf(schema);
  const kept = KEPT.get(owner);
  if (kept !== undefined && kept.text === text) return kept;
  const fresh: Kept = { text };
  KEPT.set(owner, fresh);
  return fresh;
}

/** Returns the schema as text. If it is not JSON, returns a new object, which equals no other value. */
function textOf(schema: object): unknown {
  try {
    return JSON.stringify(schema);
  } catch {
    return {};
  }
}
