import { formatCount, type JsonSchema, type ToolSpec } from '@toolwright/contract';
import { escapeSegment } from '@toolwright/json';
import { type Dialect, isPossible } from '../dialect.js';
import type { Limit, SchemaLimits } from './limits.js';
import { measureSchema } from './measure-schema.js';

/** A reason why a provider would refuse a tool. */
export interface LimitBreach {
  /** The part of the tool that exceeds a limit. `schema`: the schema as a whole. */
  readonly subject: 'name' | 'description' | 'argument' | 'schema';
  /** A JSON pointer into the parameters; empty for the tool itself. */
  readonly path: string;
  /** A sentence with the actual and the allowed value. */
  readonly message: string;
  /** The URL where the provider documents the limit. */
  readonly source: string;
}

/**
 * Returns all known reasons why a provider would refuse a tool. Does not report a schema that is too large for the provider's guarantee:
 * such a tool is sent without the guarantee, as its `losses` report.
 */
export function checkLimits(spec: ToolSpec, dialect: Dialect): readonly LimitBreach[] {
  const { toolName, description, argumentName, schema } = dialect.limits;
  const breaches: LimitBreach[] = [];
  if (toolName !== undefined && !toolName.allowed.pattern.test(spec.name)) {
    const message = `${dialect.name}: the name '${spec.name}' must consist of ${toolName.allowed.words}.`;
    breaches.push({ subject: 'name', path: '', message, source: toolName.source });
  }
  if (description !== undefined && spec.description.length > description.allowed) {
    const message = `${dialect.name}: the description has ${formatCount(spec.description.length)} characters; at most ${formatCount(description.allowed)} are allowed.`;
    breaches.push({ subject: 'description', path: '', message, source: description.source });
  }
  for (const name of Object.keys(argumentName === undefined ? {} : spec.parameters.properties)) {
    if (argumentName === undefined || argumentName.allowed.pattern.test(name)) continue;
    const message = `${dialect.name}: the argument name '${name}' must consist of ${argumentName.allowed.words}.`;
    const path = `/properties/${escapeSegment(name)}`;
    breaches.push({ subject: 'argument', path, message, source: argumentName.source });
  }
  if (schema === undefined) return breaches;
  const lowered = dialect.lower(spec.parameters);
  if (!isPossible(lowered)) return breaches;
  const tooMuch = checkSchema(lowered.schema, schema).map((breach) => ({
    ...breach,
    message: `${dialect.name}: ${breach.message}`,
  }));
  return [...breaches, ...tooMuch];
}

/** Returns the limits that a lowered schema exceeds. The messages do not contain the provider's name. */
export function checkSchema(schema: JsonSchema, limits: SchemaLimits): readonly LimitBreach[] {
  const size = measureSchema(schema);
  const breaches: LimitBreach[] = [];
  const check = (limit: Limit<number> | undefined, actual: number, what: string): void => {
    if (limit === undefined || actual <= limit.allowed) return;
    const message = `the schema has ${formatCount(actual)} ${what}; at most ${formatCount(limit.allowed)} are allowed.`;
    breaches.push({ subject: 'schema', path: '', message, source: limit.source });
  };
  check(limits.depth, size.depth, 'levels of objects');
  check(limits.properties, size.properties, 'properties');
  check(limits.enumValues, size.enumValues, 'enum values');
  check(limits.characters, size.characters, 'characters in names and literals');
  const { enumCharacters: longEnum } = limits;
  if (longEnum !== undefined) {
    const { above, characters } = longEnum.allowed;
    const limit = { allowed: characters, source: longEnum.source };
    check(limit, size.enumCharacters(above), `characters in one enum of more than ${above} values`);
  }
  return breaches;
}
