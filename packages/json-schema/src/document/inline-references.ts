import { isRecord, type JsonSchema } from '@toolwright/contract';
import { setMember } from '@toolwright/json';
import { mergeSchemas } from '../typescript/source/merge-schemas.js';
import { holdingOf } from './child-schemas.js';
import { definitionsIn, findCycles } from './cycles.js';
import { definitionName } from './references.js';

/**
 * Replaces references to definitions with what they stand for, so that two schemas compare equal whether or not they share parts. What is
 * beside a reference is joined with its target. Recursive references stay, and so do all beyond {@link MAX_INLINED}.
 * In definitions that stay, others are replaced, too.
 */
export function inlineReferences(root: JsonSchema): JsonSchema {
  const { $defs = {}, ...whole } = root;
  let inlined = 0;
  const inline = (given: unknown, open: readonly string[]): unknown => {
    if (!isRecord(given)) return given;
    const { $ref, ...own } = given;
    const name = typeof $ref === 'string' ? definitionName($ref) : undefined;
    const target = name !== undefined && Object.hasOwn($defs, name) ? $defs[name] : undefined;
    if (name === undefined || target === undefined || open.includes(name) || inlined >= MAX_INLINED)
      return copy(given, (child) => inline(child, open));
    inlined += 1;
    return inline(joined(own, target), [...open, name]);
  };
  // Copies have the shape of what they copy.
  const { $defs: left = {}, ...inlinedWhole } = withDefinitions(inline(whole, []) as JsonSchema, $defs);
  const recursive = [...findCycles({ $defs: left }).keys()];
  const entries = Object.entries(left).map(([name, part]) => [name, inline(part, recursive) as JsonSchema]);
  return withDefinitions(inlinedWhole, Object.fromEntries(entries));
}

/** Documentation beside a reference takes precedence; limits of both apply. */
function joined(own: JsonSchema, target: JsonSchema): JsonSchema {
  if (Object.keys(own).length === 0) return target;
  let isWhole = true;
  const merged = mergeSchemas(own, target, () => {
    isWhole = false;
  });
  return isWhole ? merged : { allOf: [target, own] };
}

/** Adds the definitions that a schema refers to, and those that they refer to. */
export function withDefinitions(
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const $defs: Record<string, JsonSchema> = {};
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const name of definitionsIn(next)) {
      const target = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
      if (target === undefined || Object.hasOwn($defs, name)) continue;
      setMember($defs, name, target);
      open.push(target);
    }
  }
  return Object.keys($defs).length === 0 ? schema : { ...schema, $defs };
}

/** Definitions that refer to several others may be exponentially large without their references. */
const MAX_INLINED = 500;

function copy(schema: Readonly<Record<string, unknown>>, change: (child: unknown) => unknown): object {
  const copied: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema))
    setMember(copied, keyword, copyPart(keyword, value, change));
  return copied;
}

function copyPart(keyword: string, value: unknown, change: (child: unknown) => unknown): unknown {
  const holding = holdingOf(keyword);
  if (holding === undefined) return value;
  if (Array.isArray(value)) return value.map(change);
  if (holding !== 'named' || !isRecord(value)) return change(value);
  const copied: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(value)) setMember(copied, name, change(child));
  return copied;
}
