import { isRecord, type JsonSchema, type ObjectSchema } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import type { Loss, LoweredParts } from '../dialect.js';
import { resolveRef } from '../document/references.js';
import { sentenceFor } from './sentences.js';

/**
 * Lowers an arguments schema for providers that refuse unions and similar keywords at the top level. The members that the branches declare
 * become properties of the whole schema, and the remaining rules move to the description. The result accepts every value of the schema.
 * @param refused the keywords that are not allowed at the top level
 */
export function flattenRoot(schema: ObjectSchema, refused: readonly string[]): LoweredParts {
  const entries = Object.entries(schema);
  const dropped = entries.filter(([keyword, value]) => refused.includes(keyword) && value !== undefined);
  if (dropped.length === 0) return { schema, losses: [] };
  const kept = Object.fromEntries(entries.filter(([keyword]) => !refused.includes(keyword)));
  const found = new Members(schema);
  const required = found.collect(schema, 0);
  const sentences = dropped.map(([keyword, value]) => sentence(keyword, value));
  const losses = dropped.map(
    ([keyword], index): Loss => ({
      path: '',
      kind: 'described',
      message: `"${keyword}" is only sent in the description: ${sentences[index]}`,
    }),
  );
  return {
    schema: {
      ...kept,
      type: 'object',
      properties: found.properties(),
      ...(required.size === 0 ? {} : { required: [...required] }),
      description: [schema.description, ...sentences].filter(Boolean).join(' '),
    },
    losses,
  };
}

/** The maximum length of a quoted rule in characters, because a model would skip longer rules. */
const MAX_QUOTED = 1_000;

function sentence(keyword: string, value: unknown): string {
  const whole =
    isRecord(value) || Array.isArray(value) ? `JSON Schema ${canonicalJson({ [keyword]: value })}.` : '';
  if (whole.length > MAX_QUOTED) return 'Only some combinations of the arguments are accepted.';
  return whole === '' ? sentenceFor(keyword, value) : whole;
}

const MAX_DEPTH = 5;
const MAX_BRANCHES = 200;

/** Collects the members that a schema and its branches declare, each with all of its schemas. */
class Members {
  readonly #root: JsonSchema;
  readonly #schemas = new Map<string, Map<string, JsonSchema>>();
  #branches = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  /** Collects the members of a schema. Returns the names of the members that every value has. */
  collect(schema: JsonSchema, depth: number): Set<string> {
    const required = new Set<string>();
    this.#branches += 1;
    const target = resolveRef(schema, this.#root);
    if (target === undefined || depth > MAX_DEPTH || this.#branches > MAX_BRANCHES) return required;
    for (const name of target.required ?? []) required.add(name);
    for (const [name, one] of Object.entries(target.properties ?? {})) {
      const known = this.#schemas.get(name) ?? new Map<string, JsonSchema>();
      this.#schemas.set(name, known.set(canonicalJson(one), one));
    }
    for (const part of target.allOf ?? [])
      for (const name of this.collect(part, depth + 1)) required.add(name);
    for (const part of [...(target.anyOf ?? []), ...(target.oneOf ?? [])]) this.collect(part, depth + 1);
    return required;
  }

  /** Returns all members as properties. A property of the root keeps its own schema, which applies in every branch. */
  properties(): Record<string, JsonSchema> {
    const own = new Map(Object.entries(this.#root.properties ?? {}));
    const named = [...this.#schemas].map(([name, schemas]) => {
      const [only, ...others] = schemas.values();
      return [
        name,
        own.get(name) ?? (others.length === 0 ? only : { anyOf: [...schemas.values()] }),
      ] as const;
    });
    return Object.fromEntries(
      named.flatMap(([name, schema]) => (schema === undefined ? [] : [[name, schema]])),
    );
  }
}
