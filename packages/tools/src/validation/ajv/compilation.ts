import type { SchemaTraits } from '@toolwright/json-schema';
import type { MemberJudge } from '../../early/member-judge.js';
import type { Explain } from '../explain/create-explainer.js';
import type { Validate } from './create-validator.js';

/** Everything compiled for one schema so far. */
export interface Compilation {
  compiled?: { readonly traits: SchemaTraits; readonly accepts: Validate };
  explain?: Explain;
  /** Null if the members of such arguments cannot be judged one by one. */
  judge?: MemberJudge | null;
}

interface Kept extends Compilation {
  readonly text: unknown;
}

const KEPT = new WeakMap<object, Kept>();

/**
 * The compilation for a manifest's entry or a handwritten schema. All registries of the program share it, so a registry may be created for
 * each request.
 * @param schema A schema that the program may change: it is compiled again after a change.
 */
export function compilationOf(owner: object, schema?: object): Compilation {
  const text = schema && textOf(schema);
  const kept = KEPT.get(owner);
  if (kept !== undefined && kept.text === text) return kept;
  const fresh: Kept = { text };
  KEPT.set(owner, fresh);
  return fresh;
}

/** Returns the schema as text; if it is not JSON, a new object, which equals no other. */
function textOf(schema: object): unknown {
  try {
    return JSON.stringify(schema);
  } catch {
    return {};
  }
}
