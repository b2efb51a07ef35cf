import type { CodecPlan, ToolCodecs } from '@toolwright/contract';

/** Where the type of a schema is printed. */
export interface TypePlace {
  /**
   * Returns the name of a definition of the schema, which is then declared.
   * @param isDirect whether the values of the definition are values of the printed type, not parts of them
   */
  readonly nameOf: (definition: string, isDirect: boolean) => string;
  readonly definitions: ToolCodecs['definitions'];
}

/** The position of a part in the text of a type. */
export interface TypePart {
  readonly margin: string;
  readonly depth: number;
  /** Whether the values of the part are values of the whole type. */
  readonly isDirect: boolean;
}

/** The text of a type. Only the text of a union or an intersection needs brackets in other types. */
export interface TypeText {
  readonly text: string;
  readonly isJoined?: boolean;
}

/** Prints the type of a part of a schema. */
export type PrintPart = (
  schema: unknown,
  plan: CodecPlan | undefined,
  place: TypePlace,
  part: TypePart,
) => TypeText;

/** Returns the position of a member or an item. */
export function inside({ margin, depth }: TypePart, indent = ''): TypePart {
  return { margin: `${margin}${indent}`, depth: depth + 1, isDirect: false };
}

/** Writes a type where only one type of its own can stand. */
export function wrapped({ text, isJoined = false }: TypeText): string {
  return isJoined ? `(${text})` : text;
}

/** Joins types to a union. */
export function union(types: readonly TypeText[]): TypeText {
  const each = [...new Map(types.map((type) => [type.text, type])).values()];
  const open = each.find(({ text }) => /^unknown(?: \/\*|$)/.test(text));
  if (open !== undefined) return open;
  const possible = each.filter(({ text }) => text !== 'never');
  const [only] = possible;
  if (only === undefined) return { text: each.length > 0 ? 'never' : 'unknown' };
  if (possible.length === 1) return only;
  return { text: possible.map(({ text }) => text).join(' | '), isJoined: true };
}
