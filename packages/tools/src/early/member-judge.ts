import { type JsonSchema, nearestName, type ObjectSchema } from '@toolwright/contract';
import { admits, partOf, resolveRef, schemaTraits } from '@toolwright/json-schema';
import { coerce } from '../validation/arguments/coerce.js';
import { exactNumbersAsText, holdsLargeNumber } from '../validation/arguments/exact-numbers.js';
import type { ArgumentIssue } from '../validation/explain/argument-issue.js';
import { ARGUMENTS, issueOf } from '../validation/explain/issue-sentences.js';
import { SchemaExplainer } from '../validation/explain/schema-explainer.js';
import { isKnownSchema } from '../validation/is-known-schema.js';
import { SchemaChecker } from '../validation/schema-checker.js';

/** A complete value in an incomplete object or list. */
export interface WrittenMember {
  readonly value: unknown;
  readonly key: string;
  /** The object or list so far, without the value. */
  readonly container: object;
  /** The schema that {@link MemberJudge.enter} returned for the container. */
  readonly schema: JsonSchema;
  readonly path: readonly string[];
}

/**
 * Judges members of arguments that are still being written. It examines only plain objects and lists, where no member affects the verdict
 * on another member. See docs/decisions/0017 for the reasons.
 */
export class MemberJudge {
  readonly #root: ObjectSchema;
  readonly #ownOnly: boolean;
  readonly #explainer: SchemaExplainer;

  /** Returns the judge for a schema; undefined for a schema with keywords that only AJV supports. */
  static for(root: ObjectSchema): MemberJudge | undefined {
    return isKnownSchema(root) ? new MemberJudge(root) : undefined;
  }

  private constructor(root: ObjectSchema) {
    this.#root = root;
    this.#ownOnly = schemaTraits(root).namesInherited;
    this.#explainer = new SchemaExplainer(root, this.#ownOnly, ARGUMENTS);
  }

  /**
   * Returns the schema of an object or list whose members can be judged one by one; undefined for any other value.
   * @param above the enclosing member; undefined at the root
   */
  enter(isList: boolean, above?: Omit<WrittenMember, 'value' | 'path'>): JsonSchema | undefined {
    const part = above === undefined ? this.#root : partOf(above.schema, above.container, above.key);
    const target = part && isAlone(part) ? resolveRef(part, this.#root) : undefined;
    return target !== undefined && isPlain(target, isList) ? target : undefined;
  }

  /** Returns the issues of every call with this member. Empty if such a call may be valid, or if further text may change the messages. */
  judge(member: WrittenMember): readonly ArgumentIssue[] {
    const { value, key, container, schema, path } = member;
    const part = partOf(schema, container, key);
    if (part === undefined) return this.#judgeUnknown(member);
    if (isAnyOfType(value, part)) return [];
    // A single large number affects how all arguments are read.
    if (holdsLargeNumber(value) || this.#mayBeAbsent(member, part)) return [];
    const issues = this.#refuse(value, part, path);
    if (issues.length === 0) return [];
    const beside = this.#refuse(exactNumbersAsText(value, part, this.#root), part, path);
    return sentencesOf(issues) === sentencesOf(beside) ? issues : [];
  }

  /** Whether the value may be treated as absent, because it is a null for an optional member. */
  #mayBeAbsent({ value, key, schema }: WrittenMember, part: JsonSchema): boolean {
    return value === null && !schema.required?.includes(key) && !admits(part, null, this.#root);
  }

  #refuse(value: unknown, part: JsonSchema, path: readonly string[]): readonly ArgumentIssue[] {
    const checker = new SchemaChecker(this.#root, this.#ownOnly);
    if (checker.accepts(value, part)) return [];
    const repaired = coerce(value, part, this.#root);
    if (repaired !== value && checker.accepts(repaired, part)) return [];
    return this.#explainer.issues(repaired, part, path);
  }

  /** Judges an unknown member, unless its name resembles a missing member: the error message depends on whether that member follows. */
  #judgeUnknown({ key, container, schema, path }: WrittenMember): readonly ArgumentIssue[] {
    if (schema.additionalProperties !== false || Array.isArray(container)) return [];
    const missing = Object.keys(schema.properties ?? {}).filter((name) => !Object.hasOwn(container, name));
    if (nearestName(key, missing) !== undefined) return [];
    const place = {
      segments: path.slice(0, -1),
      found: container,
      schema,
      root: this.#root,
      wording: ARGUMENTS,
    };
    const error = { keyword: 'additionalProperties', params: { additionalProperty: key } };
    return [issueOf(place, error)];
  }
}

/** Whether a schema constrains only the type of this string or boolean, as most schemas do. Then no validator is needed. */
function isAnyOfType(value: unknown, part: JsonSchema): boolean {
  const isOfType = (typeof value === 'string' || typeof value === 'boolean') && part.type === typeof value;
  return isOfType && hasOnly(part, TYPE);
}

function sentencesOf(issues: readonly ArgumentIssue[]): string {
  return issues.map(({ message }) => message).join('\n');
}

/** Keywords that do not constrain values. */
const NOTES = `$defs $schema $comment title description default examples deprecated readOnly writeOnly`.split(
  ' ',
);

const OBJECT: ReadonlySet<string> = new Set([
  ...NOTES,
  ...['type', 'properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
]);
const LIST: ReadonlySet<string> = new Set([
  ...NOTES,
  ...['type', 'items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
]);
const TYPE: ReadonlySet<string> = new Set([...NOTES, 'type']);
const REFERENCE: ReadonlySet<string> = new Set([...NOTES, '$ref']);

function isPlain(schema: JsonSchema, isList: boolean): boolean {
  const types: readonly unknown[] = [schema.type].flat();
  return types.includes(isList ? 'array' : 'object') && hasOnly(schema, isList ? LIST : OBJECT);
}

/** Whether a schema has no reference, or no other keywords that constrain values. */
function isAlone(schema: JsonSchema): boolean {
  return schema.$ref === undefined || hasOnly(schema, REFERENCE);
}

function hasOnly(schema: JsonSchema, keywords: ReadonlySet<string>): boolean {
  return Object.keys(schema).every((keyword) => keywords.has(keyword));
}
