import { type Compiler, canBeAbsent } from '@toolwright/program/compiler';
import { getRule, type NodeFinding, type Report } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import { AmbiguityFinder, type CodecAmbiguity, type TextPart } from '../codecs/codec-ambiguity.js';
import { CodecPlanner, type PlannedCodecs } from '../codecs/codec-plan.js';
import { createCodecReach } from '../codecs/text-forms.js';
import { childrenOf, getDefinition } from '../ir/definitions.js';
import { Reach } from '../ir/reach.js';
import type { Definition, Definitions, LostPart, TypeNode } from '../ir/type-node.js';
import { createClassImports } from './class-import.js';
import { createWalk } from './create-walk.js';
import { createSharedTypes } from './identity/shared-types.js';
import { orNull } from './kinds/union/lower-union.js';
import { createVariants } from './kinds/union/variants.js';
import { leftOutMessage } from './left-out.js';
import { isFailure, type Problem } from './problem.js';
import { UnresolvedNames } from './unresolved.js';
import type { Position, Walk } from './walk.js';
import type { Annotation } from './written/annotation.js';
import { declaredLabel } from './written/declared-label.js';
import { findAnnotation } from './written/find-annotation.js';
import { partAt } from './written/part-at.js';
import { createWrittenKeys, createWrittenUses, type WrittenUses } from './written/written-uses.js';

export interface Lowering {
  /**
   * Lowers the part of a type that JSON can carry; returns undefined if it reported a problem that leaves no schema. In a result,
   * `undefined` becomes null.
   * @param at The parameter, property, function or type node that has the type. Its annotation provides order and alias docs, and findings
   * without a better location are reported there.
   */
  lowerType(type: ts.Type, at: ts.Node, position: Position): TypeNode | undefined;
  /** Returns the codecs of a tool, or of its result alone; undefined if its types contain no `Date`, `Map` or other object with a codec. */
  planCodecs(parameters: TypeNode | undefined, result: TypeNode | undefined): PlannedCodecs | undefined;
  /** Whether the JSON of a type determines its objects. False for `URL | Date`, for example. */
  isReadable(node: TypeNode): boolean;
  /** Whether a type contains strings with a pattern. */
  hasPattern(node: TypeNode): boolean;
  /** False if a type's name or a class's import depends on the order of lowering or on which other files were read. */
  isStable(): boolean;
  /** Grows as types are lowered; existing ids never change. */
  readonly definitions: Definitions;
}

/** Lowers the types of one program. Results are stored by type, so a shared type is read once. */
export function createLowering(compiler: Compiler, collect: Report): Lowering {
  let findings = 0;
  const report: Report = (finding) => {
    findings += 1;
    collect(finding);
  };
  const definitions = new Map<string, Definition>();
  const variantOf = createVariants(compiler);
  const unresolved = new UnresolvedNames(compiler);
  let count = 0;
  let stable = true;
  let hasForeign = false;
  const newId = (name: string): string => {
    count += 1;
    return `${name}~${count}`;
  };
  const findClassImport = createClassImports(compiler, () => {
    stable = false;
  });
  const inOwnCode = exceptDependencies(compiler, report);
  const walkFor = (position: Position): Walk => {
    const base = {
      compiler,
      position,
      definitions,
      findClassImport,
      unresolved,
      onForeign: () => {
        hasForeign = true;
      },
      report: (finding: NodeFinding): void => {
        findings += 1;
        inOwnCode(inPosition(position, finding));
      },
    };
    return createWalk(
      base,
      createSharedTypes(definitions, newId, () => {
        stable = false;
      }),
      variantOf,
    );
  };
  const reach = createCodecReach(definitions);
  const patterns = new Reach(definitions, (node) => node.kind === 'string' && node.pattern !== undefined);
  const planner = new CodecPlanner(definitions, reach);
  // A separate planner, because the finder also plans types that are later refused.
  const emitted = new CodecPlanner(definitions, reach);
  const finder = new AmbiguityFinder(definitions, planner);
  const hasCodecs = (node: TypeNode): boolean => reach.has(node);
  const ambiguitiesOf = (node: TypeNode, onText?: (part: TextPart) => void): readonly Problem[] =>
    hasCodecs(node) ? finder.find(node, onText).map(problemOf) : [];
  const uses: Readonly<Record<Position, WrittenUses>> = {
    input: createWrittenUses(),
    output: createWrittenUses(),
  };
  const keyOf = createWrittenKeys(compiler);
  const walks: Readonly<Record<Position, Walk>> = { input: walkFor('input'), output: walkFor('output') };

  const lowerUse = (
    type: ts.Type,
    annotation: Annotation | undefined,
    at: ts.Node,
    position: Position,
  ): TypeNode | undefined => {
    const lowered = walks[position].lower(type, annotation);
    if (isFailure(lowered)) {
      for (const problem of lowered.problems)
        report(inPosition(position, findingOf(compiler.ts, problem, at)));
      return undefined;
    }
    const ambiguous = ambiguitiesOf(lowered, ({ path, names, isText }) => {
      // In results, both forms are valid.
      if (position === 'output') return;
      const list = names.map((name) => `\`${name}\``).join(', ');
      const message = `${list} arrives as ${isText ? 'a string' : 'plain JSON'} here, because the union also allows that form.`;
      inOwnCode({ code: 'TW2046', node: partAt(compiler, type, at, stepOf(path)), message });
    });
    for (const problem of ambiguous) {
      const node = partAt(compiler, type, at, problem.path);
      report(inPosition(position, findingOf(compiler.ts, { ...problem, node }, at)));
    }
    // Results can still be encoded, because the objects differ in memory.
    if (position === 'output') return canBeAbsent(compiler.ts, type) ? orNull(lowered) : lowered;
    if (hasForeign) {
      const foreign = foreignParts(lowered, definitions);
      if (foreign.hasAny) report(findingOf(compiler.ts, FOREIGN_ANY, at));
      for (const parts of foreign.lost.values())
        report({ code: 'TW2047', node: at, message: leftOutMessage(labelOf(compiler.ts, at), parts) });
    }
    return ambiguous.length > 0 ? undefined : lowered;
  };

  return {
    definitions,
    planCodecs: (parameters, result) => emitted.codecsOf(parameters, result),
    isReadable: (node) => ambiguitiesOf(node).length === 0,
    hasPattern: (node) => patterns.has(node),
    isStable: () => stable,
    lowerType: (type, at, position) => {
      const annotation = findAnnotation(compiler, type, at);
      const key = keyOf(annotation);
      const known = key === undefined ? undefined : uses[position].find(type, key);
      if (known !== undefined) return known;
      const before = findings;
      const node = lowerUse(type, annotation, at, position);
      // Findings must be reported at each use, so types with findings are not stored.
      if (key !== undefined && node !== undefined && findings === before) uses[position].add(type, key, node);
      return node;
    },
  };
}

/** Ignores the JSDoc of dependencies, which users cannot correct. */
function exceptDependencies({ program }: Compiler, report: Report): Report {
  return (finding) => {
    if (!program.isSourceFileFromExternalLibrary(finding.node.getSourceFile())) report(finding);
  };
}

/** A tool works without an output schema, so errors in results become warnings, except for secrets. */
function inPosition(position: Position, finding: NodeFinding): NodeFinding {
  if (position === 'input' || finding.severity !== undefined || finding.code === 'TW2050') return finding;
  return getRule(finding.code).severity === 'error' ? { ...finding, severity: 'warning' } : finding;
}

function findingOf(ts_: typeof ts, { code, path, says, hint, node }: Problem, at: ts.Node): NodeFinding {
  const declared = node && declaredLabel(ts_, node, at, path);
  const label = declared ?? labelOf(ts_, at) + shortened(path);
  const subject = label.startsWith('.') ? label.slice(1) : label;
  const message = subject === '' ? `This ${says}.` : `\`${subject}\` ${says}.`;
  return { code, node: node ?? placeOf(ts_, at), message, hint: hint ?? functionHint(ts_, code, path, at) };
}

const FOREIGN_ANY: Problem = {
  code: 'TW2023',
  path: '',
  says: 'has parts that a dependency declares as `any`, where the schema accepts every JSON value',
  omittable: false,
};

/** Names the member to omit, because the rule's own hint is general. */
function functionHint(ts_: typeof ts, code: Problem['code'], path: string, at: ts.Node): string | undefined {
  if (code !== 'TW2001') return undefined;
  if (!path.includes('.') && ts_.isParameter(at)) {
    return 'Remove it from the parameters. The tool can get it from its class, its module or the `ToolContext`.';
  }
  if (/\[(?:\d*|key)\]$/.test(path)) return 'Use the type of the data instead, such as `string`.';
  const member = /\.([\w$]+)$/.exec(path)?.[1];
  return member === undefined
    ? undefined
    : `Write \`${member}?\`, which omits it from the schema, or remove \`${member}\` from the type.`;
}

function shortened(path: string): string {
  return path.length > 120 ? `${path.slice(0, path.lastIndexOf('.', 60))}…` : path;
}

/** For a result, returns its annotation or the function's name: underlining the whole function would not help. */
function placeOf(ts_: typeof ts, at: ts.Node): ts.Node {
  return ts_.isFunctionLike(at) ? (at.type ?? ts_.getNameOfDeclaration(at) ?? at) : at;
}

/** Returns the value's name in the source: the parameter's name, or `name()` for a function's result. */
function labelOf(ts_: typeof ts, at: ts.Node): string {
  if (ts_.isFunctionLike(at)) {
    const name = ts_.getNameOfDeclaration(at);
    return name === undefined ? 'result' : `${name.getText()}()`;
  }
  const isValue =
    ts_.isParameter(at) ||
    ts_.isVariableDeclaration(at) ||
    ts_.isPropertySignature(at) ||
    ts_.isPropertyDeclaration(at);
  return isValue && ts_.isIdentifier(at.name) ? at.name.text : '';
}

function problemOf({ path, members: [one, other], isUndecided, ofClass, cause }: CodecAmbiguity): Problem {
  const step = stepOf(path);
  if (isUndecided) {
    const says = 'is a union of so many types with built-in objects that codegen cannot compare them all';
    return { code: 'TW2042', path: step, says, omittable: false };
  }
  return {
    code: 'TW2019',
    path: step,
    says: `can be ${one === other ? `one \`${one}\` or another` : `\`${one}\` or \`${other}\``}, whose JSON may look alike${cause ? `: \`${cause.path}\` is a \`${cause.name}\`` : ''}`,
    ...(ofClass ? { hint: DISTINGUISH } : {}),
    ...(cause ? { hint: wrapHint(one, other, cause.name) } : {}),
    omittable: false,
  };
}

function wrapHint(one: string, other: string, cause: string): string {
  const plain = cause.includes('<') ? 'plain data' : '`string`';
  return `Use ${plain} instead of the \`${cause}\` and convert it in the method, or put each into an object with a \`kind\`: \`{ kind: 'a'; value: ${one} } | { kind: 'b'; value: ${other} }\`.`;
}

function stepOf(path: string): string {
  return path === '' || path.startsWith('[') ? path : `.${path}`;
}

const DISTINGUISH =
  'Keep one of the two, or let `toJSON` write a property that distinguishes them, such as `kind`.';

/** Returns whether a type contains an `any` from a dependency, and the omitted parts of dependencies' types, by reason. */
function foreignParts(
  root: TypeNode,
  definitions: Definitions,
): { readonly hasAny: boolean; readonly lost: ReadonlyMap<string, readonly LostPart[]> } {
  const nodes = new Set([root]);
  const lost = new Map<string, LostPart[]>();
  let hasAny = false;
  // The loop also visits the nodes that it adds.
  for (const node of nodes) {
    hasAny ||= node.kind === 'unknown' && node.foreign === true;
    for (const part of node.lost ?? []) lost.set(part.says, [...(lost.get(part.says) ?? []), part]);
    const inside = node.kind === 'ref' ? [getDefinition(definitions, node.id).node] : childrenOf(node);
    for (const child of inside) nodes.add(child);
  }
  return { hasAny, lost };
}
