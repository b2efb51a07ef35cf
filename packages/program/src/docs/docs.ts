import type { ts } from 'ts-morph';
import type { ConstantValue } from '../evaluate/constant.js';

/** The JSDoc of one declaration. */
export interface Docs {
  readonly description?: string;
  readonly title?: string;
  readonly deprecated?: boolean;
  /** The text of `@deprecated`. */
  readonly deprecation?: string;
  /** `@hidden`: left out of the schema. */
  readonly hidden?: boolean;
  /** `@was`: former names, as written. */
  readonly was?: readonly FormerNameTag[];
  /** Tags that codegen does not know, although they have a text, and those that another one of the name replaces. */
  readonly unread?: readonly UnreadTag[];
  /** `@default`, `@example`, `@writeOnly` and the constraints, in order. */
  readonly tags: readonly ValueTag[];
}

/** The JSDoc of a function and its parameters. */
export interface FunctionDocs extends Docs {
  readonly returns?: string;
  /** By name, destructured properties by path (`options.city`). */
  readonly parameters: ReadonlyMap<string, Docs>;
}

/** A tag `@was`. */
export interface FormerNameTag {
  /** The text after the tag's name and, if present, the parameter's name. */
  readonly text: string;
  readonly node: ts.Node;
}

/** A tag with a text of which a schema shows nothing. */
export interface UnreadTag {
  readonly name: string;
  readonly isReplaced?: boolean;
  readonly node: ts.Node;
}

/** A JSDoc tag that describes or constrains a value, e.g. `@minimum 1`, as written. */
export interface ValueTag {
  readonly name: ValueTagName;
  /** The text after the tag's name and, if present, the parameter's name. */
  readonly text: string;
  readonly node: ts.Node;
  /** The value of an expression where the tag stands; undefined if it is not a constant. */
  readonly evaluate?: (expression: string) => ConstantValue | undefined;
  /** A default in the brackets of another tag, `[city=Oslo]`, where anything may be written. */
  readonly isAside?: boolean;
  /** Whether a text names a variable where the tag stands. Then it is not meant as text. */
  readonly isVariable?: (text: string) => boolean;
}

/** The tags that describe or constrain a value. */
export const valueTagNames = [
  'default',
  'example',
  'writeOnly',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'integer',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;

const valueTags: ReadonlySet<string> = new Set(valueTagNames);

export type ValueTagName = (typeof valueTagNames)[number];

export function isValueTagName(name: string): name is ValueTagName {
  return valueTags.has(name);
}

/** The tags that constrain a value. */
export type ConstraintTagName = Exclude<ValueTagName, 'default' | 'example' | 'writeOnly'>;

export function isConstraintTagName(name: string): name is ConstraintTagName {
  return isValueTagName(name) && name !== 'default' && name !== 'example' && name !== 'writeOnly';
}

/** Several texts that describe one thing; undefined if there is none. */
export function joinTexts(texts: readonly (string | undefined)[]): string | undefined {
  const all = new Set(texts.filter((text) => text !== undefined && text !== ''));
  return all.size === 0 ? undefined : [...all].join('\n\n');
}

/** Two comments that describe one thing. Their texts are joined; else the first counts. */
export function joinDocs(first: Docs, other: Docs): Docs {
  if (first === noDocs) return other;
  const description = joinTexts([first.description, other.description]);
  const unread = [...(first.unread ?? []), ...(other.unread ?? [])];
  const stated = new Set(first.tags.map(({ name }) => name));
  return {
    ...other,
    ...first,
    ...(description !== undefined && { description }),
    ...(unread.length > 0 && { unread }),
    tags: [...other.tags.filter(({ name }) => !stated.has(name)), ...first.tags],
  };
}

/** No documentation. */
export const noDocs: Docs = { tags: [] };

export function saysNothing(docs: Docs): boolean {
  if (docs === noDocs) return true;
  return docs.tags.length === 0 && Object.keys(docs).length === (docs.unread === undefined ? 1 : 2);
}
