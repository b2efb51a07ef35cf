import type { SchemaTraits } from '@toolwright/schema';
import type { Explain } from '../explain/create-explainer.js';
import type { Validate } from './create-validator.js';

/** What has been made of one schema so far. */
export interface Compilation {
  compiled?: { readonly traits: SchemaTraits; readonly accepts: Validate };
  explain?: Explain;
}

interface Kept extends Compilation {
  readonly text: unknown;
}

const KEPT = new WeakMap<object, Kept>();

/**
 * What was compiled for an entry of a manifest, or for a schema that was written by hand: every registry in the program shares it, so
 * that a registry may be made for each request.
 * @param schema Given for what a program may change after it was compiled; a changed one is compiled anew.
 */
export function compilationOf(owner: object, schema?: object): Compilation {
  const text = schema && textOf(schema);
  const kept = KEPT.get(owner);
  if (kept !== undefined && kept.text === text) return kept;
  const fresh: Kept = { text };
  KEPT.set(owner, fresh);
  return fresh;
}

/** An object where there is no JSON: it equals no other. */
function textOf(schema: object): unknown {
  try {
    return JSON.stringify(schema);
  } catch {
    return {};
  }
}
