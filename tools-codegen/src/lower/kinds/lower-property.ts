import {
  canBeAbsent,
  type Docs,
  isAbsent,
  readFormerNames,
  readSymbolDocs,
  reportLooseDocs,
} from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { LostPart, PropertyNode } from '../../ir/type-node.js';
import { lose } from '../left-out.js';
import { type Failure, isFailure, mustSettle, within } from '../problem.js';
import type { Walk } from '../walk.js';
import type { MemberAnnotations } from '../written/member-annotation.js';
import { applyMemberDocs } from './apply-member-docs.js';
import { isFromAccessor } from './data-members.js';

/** `absent`: the property never has a value. `lost`: the schema omits it; `parts` are the losses that are still to be reported. */
export type LoweredProperty =
  | { readonly kind: 'property'; readonly property: PropertyNode }
  | { readonly kind: 'lost'; readonly parts: readonly LostPart[] }
  | Failure
  | 'absent'
  | 'hidden';

/** Lowers one data member of an object type. */
export function lowerProperty(
  walk: Walk,
  owner: ts.Type,
  symbol: ts.Symbol,
  annotations: MemberAnnotations | undefined,
): LoweredProperty {
  const { compiler, position, report } = walk;
  const { ts, checker } = compiler;
  const { name } = symbol;
  const place = ownDeclaration(walk, symbol);
  if (place !== undefined) reportLooseDocs(compiler, place, report);
  if (name === '__proto__')
    return within(propertyStep(name), mustSettle('TW2017', 'has a name that calls must not contain'), place);

  const type = checker.getTypeOfSymbol(symbol);
  const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
  if (isAbsent(ts, type) || (isNever(ts, type) && (isOptional || position === 'output'))) return 'absent';
  const isUnknown = (type.flags & ts.TypeFlags.Unknown) !== 0;
  const optional =
    isOptional ||
    (type.isUnion() && canBeAbsent(ts, type)) ||
    (position === 'output' && (isUnknown || isFromAccessor(ts, symbol)));

  const docs = readSymbolDocs(compiler, symbol);
  if (docs.hidden === true) {
    if (optional && position === 'input' && place === undefined)
      return { kind: 'lost', parts: lose(walk, shownMember(owner, name), 'is hidden by its JSDoc') };
    if (optional || position === 'output') return 'hidden';
    return within(propertyStep(name), mustSettle('TW2022', 'is hidden but required'), place);
  }

  const lowered = walk.lower(type, annotations?.of(symbol), name, declarationOf(walk, symbol));
  if (isFailure(lowered)) {
    if (!optional || lowered.problems.some(({ omittable }) => !omittable))
      return within(propertyStep(name), lowered, place);
    const parts = reportLeftOut(walk, owner, symbol, lowered, place);
    // A result still contains the member, so its schema must stay open.
    return position === 'input' ? { kind: 'lost', parts } : 'hidden';
  }
  const was = readNames(walk, name, docs, place);
  const described = applyMemberDocs(walk, lowered, docs, annotations);
  return { kind: 'property', property: { name, type: described, optional, ...(was && { was }) } };
}

/** Reads the former names of an argument. Tags in dependencies are ignored, because they may have another meaning. */
function readNames(
  { position, report }: Walk,
  name: string,
  { was }: Docs,
  place: ts.Declaration | undefined,
): readonly string[] | undefined {
  if (was === undefined || place === undefined) return undefined;
  if (position === 'input') return readFormerNames(was, name, report);
  const message = `\`@was\` has no effect in a result, which contains only \`${name}\`.`;
  for (const { node } of was) report({ code: 'TW1043', severity: 'info', node, message });
  return undefined;
}

/** Formats a property as a step of a path in messages. */
function propertyStep(name: string): string {
  const symbol = /^__@(\w+)@\d+$/.exec(name)?.[1];
  if (symbol !== undefined) return `[${symbol}]`;
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function isNever(ts_: typeof ts, { flags }: ts.Type): boolean {
  return (flags & ts_.TypeFlags.Never) !== 0;
}

/** Finds a declaration outside the standard library: `Partial` and other library types do not show who wrote a member. */
function declarationOf(
  { compiler: { program } }: Walk,
  { declarations = [] }: ts.Symbol,
): ts.Node | undefined {
  return declarations.find((declaration) => !program.isSourceFileDefaultLibrary(declaration.getSourceFile()));
}

/** Finds the declaration in the user's own sources; users cannot change dependencies. */
export function ownDeclaration(
  { compiler: { program } }: Walk,
  { declarations }: ts.Symbol,
): ts.Declaration | undefined {
  return declarations?.find((declaration) => {
    const file = declaration.getSourceFile();
    return !program.isSourceFileFromExternalLibrary(file) && !program.isSourceFileDefaultLibrary(file);
  });
}

/** Warns that the schema omits an optional member, or returns the parts that the caller has to report. */
export function reportLeftOut(
  walk: Walk,
  owner: ts.Type,
  { name }: ts.Symbol,
  { problems }: Failure,
  place: ts.Declaration | undefined,
): readonly LostPart[] {
  const [problem] = problems;
  if (problem === undefined) return [];
  const { path, says } = problem;
  if (place === undefined) {
    const reason = path === '' ? says : `has \`${path.replace(/^\./, '')}\`, which ${says}`;
    return walk.position === 'input' ? lose(walk, shownMember(owner, name), reason) : [];
  }
  walk.report({
    code: 'TW2020',
    node: problem.node ?? place,
    message: `${shownMember(owner, name, path)} ${says}: \`${name}\` is optional, so the schema omits it.`,
  });
  return [];
}

export function shownMember(owner: ts.Type, name: string, path = ''): string {
  const type = (owner.aliasSymbol ?? owner.symbol)?.name ?? '';
  const shown = (/^\w+$/.test(type) && !type.startsWith('__') ? type : '') + propertyStep(name) + path;
  return `\`${shown.startsWith('.') ? shown.slice(1) : shown}\``;
}
