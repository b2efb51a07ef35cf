import type { SourceContext, SourcePlace, WrittenType } from './source-place.js';

/** A member of a union, with the whole lines of its comment or an empty string. */
export interface UnionMember {
  readonly type: string;
  readonly comment: string;
  readonly path: string;
}

/** The indentation of members of a union that is written on several lines, relative to its place. */
export const INDENT = '    ';

/** Writes a union, on several lines if its members have comments. */
export function joinMembers(
  all: readonly UnionMember[],
  { margin, ...place }: SourcePlace,
  context: SourceContext,
): Pick<WrittenType, 'type' | 'outer'> {
  const isOpen = all.some(({ type }) => type === 'unknown');
  const first = new Map(all.toReversed().map((member) => [member.type, member]));
  const members = all.filter((member) => !isOpen && first.get(member.type) === member);
  for (const member of all) {
    const isCovered =
      isOpen ||
      first.get(member.type) !== member ||
      // Of alternatives that are the same, there is no union whose members have comments.
      (members.length === 1 && all.length > 1) ||
      SUPERTYPES.some(([type, literal]) => first.has(type) && literal.test(member.type));
    if (isCovered && member.comment !== '')
      context.lose(
        { ...place, margin, path: member.path },
        'description',
        'another alternative has all its values',
      );
  }
  const [only] = members;
  if (only === undefined) return { type: 'unknown' };
  if (members.length === 1 && (only.comment === '' || all.length > 1))
    return /^\{[\s\S]*\}$/.test(only.type) ? { type: only.type, outer: 'object' } : { type: only.type };
  if (members.every(({ comment }) => comment === ''))
    return {
      type: members.map(({ type }) => type.replaceAll(`\n${INDENT}`, '\n')).join(' | '),
      outer: 'union',
    };
  const lines = members.map(({ type, comment }) => {
    if (comment === '') return `${margin}  | ${type}`;
    const gap = comment.trimEnd().includes('\n') ? `\n${margin}${INDENT}` : ' ';
    return `${margin}  | ${comment.trim()}${gap}${type}`;
  });
  return { type: `\n${lines.join('\n')}`, outer: 'union' };
}

const SUPERTYPES: readonly (readonly [type: string, literal: RegExp])[] = [
  ['string', /^'/],
  ['number', /^[-\d]/],
  ['boolean', /^(?:true|false)$/],
];

/** Writes a type after a colon, an equals sign or a bracket, which end without a space. */
export function afterSign(type: string): string {
  return type.startsWith('\n') ? type : ` ${type}`;
}
