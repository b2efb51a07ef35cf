import type { ts } from 'ts-morph';
import type { ConstantValue } from '../evaluate/constant.js';

export interface Docs {
  readonly description?: string;
  readonly title?: string;
  readonly deprecated?: boolean;
  /** The text of `@deprecated`. */
  readonly deprecation?: string;
  /** `@hidden`: omitted from the schema. */
  readonly hidden?: boolean;
  /** `@was`: former names, unchecked. */
  readonly was?: readonly FormerNameTag[];
  /** Unknown tags that have text, and tags that another tag of the same name replaces. */
  readonly unread?: readonly UnreadTag[];
  /** `@default`, `@example`, `@writeOnly` and the constraints, in order. */
  readonly tags: readonly ValueTag[];
}

/** The JSDoc of a function and its parameters. */
export interface FunctionDocs extends Docs {
  readonly returns?: string;
  /** The docs by parameter name; destructured properties by path (`options.city`). */
  readonly parameters: ReadonlyMap<string, Docs>;
}

/** A `@was` tag. */
export interface FormerNameTag {
  /** The text after the tag's name and, if present, the parameter's name. */
  readonly text: string;
  readonly node: ts.Node;
}

/** A tag whose text appears in no schema. */
export interface UnreadTag {
  readonly name: string;
  readonly isReplaced?: boolean;
  readonly node: ts.Node;
}

/** A JSDoc tag that describes or constrains a value, such as `@minimum 1`, as written. */
export interface ValueTag {
  readonly name: ValueTagName;
  /** The text after the tag's name and, if present, the parameter's name. */
  readonly text: string;
  readonly node: ts.Node;
  /** Evaluates an expression in the scope of the tag; undefined if it is not a constant. */
  readonly evaluate?: (expression: string) => ConstantValue | undefined;
  /** Whether the tag is a default in the brackets of another tag, `[city=Oslo]`, which may contain any text. */
  readonly isAside?: boolean;
  /** Whether a text names a variable in the scope of the tag, and is therefore not meant as plain text. */
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

export type ConstraintTagName = Exclude<ValueTagName, 'default' | 'example' | 'writeOnly'>;

export function isConstraintTagName(name: string): name is ConstraintTagName {
  return isValueTagName(name) && name !== 'default' && name !== 'example' && name !== 'writeOnly';
}

/** Joins several texts about the same thing. Returns undefined if there are none. */
export function joinTexts(texts: readonly (string | undefined)[]): string | undefined {
  const all = new Set(texts.filter((text) => text !== undefined && text !== ''));
  return all.size === 0 ? undefined : [...all].join('\n\n');
}

/** Joins two comments about the same thing. Their texts are joined; for everything else, the first comment takes precedence. */
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

export const noDocs: Docs = { tags: [] };

export function saysNothing(docs: Docs): boolean {
  if (docs === noDocs) return true;
  return docs.tags.length === 0 && Object.keys(docs).length === (docs.unread === undefined ? 1 : 2);
}
