import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';
import { isErrorType } from '../../compiler/compiler-internals.js';
import { cannotCarry, type Failure, isFailure, type Lowered, mustSettle, within } from '../problem.js';
import type { Walk } from '../walk.js';
import { findAnnotation } from '../written/find-annotation.js';
import { membersOf } from './data-members.js';
import { isInstance, isReference } from './type-kinds.js';
import { findUserCodec, takesItself, type UserCodec } from './user-codec.js';

/**
 * An object whose code says how it travels: the result of `toJSON` in results; in arguments also what the static `fromJSON` of its
 * class takes. Undefined for other types.
 */
export function lowerClass(walk: Walk, type: ts.Type): Lowered | undefined {
  const { compiler, position, findClassImport } = walk;
  const codec = findUserCodec(compiler, type);
  if (codec === undefined) return undefined;
  const unresolved = findUnresolved(walk, codec);
  if (unresolved !== undefined) return unresolved;
  const reader = findReader(compiler, type, codec);
  const binding = reader.kind === 'signature' ? findClassImport(type.symbol) : undefined;
  if (position === 'input') {
    if (reader.kind === 'none') return undefined;
    if (reader.kind === 'fault') return mustSettle('TW2025', reader.says, reader.hint);
    if (binding === undefined) return notImportable(compiler, type);
  }
  const json = lowerJson(walk, type, codec, reader);
  if (isFailure(json)) return within('.toJSON()', json);
  return {
    kind: 'class',
    name: nameOf(compiler, type),
    json,
    ...(binding === undefined ? {} : { binding }),
  };
}

/** The checker treats a name that does not resolve as `any`, which fits everything. */
function findUnresolved({ compiler, position, unresolved }: Walk, codec: UserCodec): Failure | undefined {
  const { ts, checker, program } = compiler;
  const read = position === 'input' ? (codec.fromJson ?? []) : [];
  for (const signature of [codec.toJson, ...read]) {
    const declaration: ts.SignatureDeclaration | ts.JSDocSignature | undefined = signature.getDeclaration();
    if (declaration === undefined || ts.isJSDocSignature(declaration)) continue;
    const taken = declaration.parameters.map((parameter) => parameter.type ?? ts.getJSDocType(parameter));
    for (const node of [declaration.type ?? ts.getJSDocReturnType(declaration), ...taken]) {
      if (node === undefined) continue;
      const failure = unresolved.inType(node);
      if (failure !== undefined) return failure;
      if (!isErrorType(checker.getTypeFromTypeNode(node))) continue;
      const says = `needs the type \`${node.getText()}\`, which the compiler cannot find`;
      const isOwn = !program.isSourceFileFromExternalLibrary(node.getSourceFile());
      return within('', mustSettle('TW2003', says), isOwn ? node : undefined);
    }
  }
  return undefined;
}

/** The object that arrives is not an instance. @param missing A member, such as "method `plus`". */
export function arrivesWithout(walk: Walk, type: ts.Type, missing: string): Failure {
  const { compiler } = walk;
  const subject = isClass(compiler, type)
    ? `is the class \`${nameOf(compiler, type)}\``
    : 'has members of a class';
  const says = `${subject}, but arrives as a plain object without its ${missing}`;
  return cannotCarry('TW2024', says, codecHint(walk, type));
}

/** What the user can change, so that instances of a class can travel. */
export function codecHint({ compiler, position }: Walk, type: ts.Type): string | undefined {
  if (!isClass(compiler, type)) return undefined;
  const name = nameOf(compiler, type);
  const isInput = position === 'input';
  const [field] = membersOf(compiler, type).data;
  const data =
    field === undefined
      ? `${isInput ? 'take' : 'return'} the plain data from which it is made`
      : `take its data, such as \`Pick<${name}, '${field.name}'>\``;
  const reader = `\`static fromJSON(json): ${name}\``;
  if (isForeign(compiler, type.symbol)) {
    return isInput
      ? `Write a class of your own around it, with \`toJSON()\` and \`static fromJSON(json)\`; or ${data}.`
      : undefined;
  }
  if (!isInput) return `Give the class \`toJSON()\`; or ${data}.`;
  if (findUserCodec(compiler, type) !== undefined)
    return `Give the class ${reader}, the inverse of \`toJSON\`; or ${data}.`;
  return `Give the class \`toJSON()\` and ${reader}; or ${data}.`;
}

/** The half of a codec that makes the instance. */
type Reader =
  | { readonly kind: 'none' }
  | Fault
  | {
      readonly kind: 'signature';
      /** What `fromJSON` takes; undefined if its own type parameters decide that. */
      readonly taken: ts.Type | undefined;
      readonly at: ts.Node | undefined;
    };

interface Fault {
  readonly kind: 'fault';
  readonly says: string;
  readonly hint: string;
}

/** Of several overloads, the first that fits. */
function findReader(compiler: Compiler, type: ts.Type, { toJson, fromJson }: UserCodec): Reader {
  if (fromJson === undefined) return { kind: 'none' };
  const name = nameOf(compiler, type);
  const readers = fromJson.flatMap((signature) => {
    const parameter = oneParameter(compiler, signature);
    if (parameter === undefined) return [];
    return [
      findFault(compiler, type, signature, parameter.taken, toJson) ??
        ({
          kind: 'signature',
          at: parameter.at,
          taken: signature.getTypeParameters() === undefined ? parameter.taken : undefined,
        } as const),
    ];
  });
  const says = `is the class \`${name}\`, whose \`fromJSON\` is not a function of one value`;
  const hint = `Write \`static fromJSON(json: …): ${name}\`.`;
  return readers.find(({ kind }) => kind === 'signature') ?? readers[0] ?? { kind: 'fault', says, hint };
}

/** Why a signature of `fromJSON` does not make the instance that is asked for. */
function findFault(
  compiler: Compiler,
  type: ts.Type,
  signature: ts.Signature,
  taken: ts.Type,
  toJson: ts.Signature,
): Fault | undefined {
  const { ts, checker } = compiler;
  const name = nameOf(compiler, type);
  const fault = (says: string, hint: string): Fault => ({
    kind: 'fault',
    says: `is the class \`${name}\`, whose ${says}`,
    hint,
  });
  const made = signature.getReturnType();
  if (made.getProperty('then') !== undefined) {
    const hint = `Return the \`${name}\`, not a promise: arguments are read before the method runs, so load data in the method.`;
    return fault('`fromJSON` is asynchronous', hint);
  }
  const asked = isGenericInstance(ts, type) ? checker.typeToString(type) : name;
  const hint = `Write \`static fromJSON(json: …): ${asked}\` in the class itself.`;
  if ((made.flags & ts.TypeFlags.Any) !== 0 && !isForeign(compiler, type.symbol))
    return fault('`fromJSON` returns `any`', hint);
  const written = toJson.getReturnType();
  if (hasUndefined(compiler, written))
    return fault('`toJSON` may return `undefined`, which JSON cannot carry', 'Return `null` instead.');
  // The compiler infers own type parameters only where the function is called.
  if (signature.getTypeParameters() !== undefined) return undefined;
  if (!checker.isTypeAssignableTo(made, type))
    return fault(`\`fromJSON\` does not return \`${asked}\``, hint);
  if (!checker.isTypeAssignableTo(written, taken))
    return fault('`fromJSON` does not take what its `toJSON` returns', 'Give both the same type.');
  const extra = extraMember(compiler, written, taken);
  return extra === undefined
    ? undefined
    : fault(
        `\`fromJSON\` does not take the member \`${extra}\` that its \`toJSON\` returns`,
        'Give both the same type.',
      );
}

/** A member that one type has and the other does not describe: the schema of the other refuses it, unlike the compiler. */
function extraMember(
  compiler: Compiler,
  written: ts.Type,
  taken: ts.Type,
  seen = new Set<ts.Type>(),
): string | undefined {
  const { checker } = compiler;
  if (written === taken || seen.has(written) || !isPlainData(compiler, written)) return undefined;
  seen.add(written);
  const targets = taken.isUnion() ? taken.types : [taken];
  if (targets.some((target) => isVague(compiler, target) || target.getStringIndexType() !== undefined))
    return undefined;
  const item = written.getNumberIndexType();
  const takenItem = taken.getNumberIndexType();
  if (item !== undefined)
    return takenItem === undefined ? undefined : extraMember(compiler, item, takenItem, seen);
  const objects = targets.filter((target) => isPlainData(compiler, target));
  if (objects.length === 0) return undefined;
  for (const member of written.getProperties()) {
    const counterparts = objects.flatMap((object) => object.getProperty(member.name) ?? []);
    const [counterpart, ...others] = counterparts;
    if (counterpart === undefined) return member.name;
    if (others.length > 0) continue;
    const [inner, takenInner] = [member, counterpart].map((each) =>
      checker.getNonNullableType(checker.getTypeOfSymbol(each)),
    );
    const extra = inner && takenInner && extraMember(compiler, inner, takenInner, seen);
    if (extra !== undefined) return `${member.name}.${extra}`;
  }
  return undefined;
}

/** A type literal, an interface of the project or an array: their schema is closed and lists their members. */
function isPlainData(compiler: Compiler, type: ts.Type): boolean {
  const { ts, program, checker } = compiler;
  if ((type.flags & ts.TypeFlags.Object) === 0) return false;
  if (checker.isArrayType(type)) return true;
  if (isInstance(ts, type) && (type.symbol.flags & ts.SymbolFlags.Value) !== 0) return false;
  const at = type.symbol?.declarations?.[0];
  return (
    at !== undefined &&
    !program.isSourceFileFromExternalLibrary(at.getSourceFile()) &&
    !program.isSourceFileDefaultLibrary(at.getSourceFile())
  );
}

function hasUndefined({ ts }: Compiler, type: ts.Type): boolean {
  const isUndefined = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0;
  return type.isUnion() ? type.types.some(isUndefined) : isUndefined(type);
}

/** The type that travels. `unknown` and `any` in one half of the codec leave it to the other half. */
function lowerJson(walk: Walk, type: ts.Type, { toJson }: UserCodec, reader: Reader): Lowered {
  const { compiler, position } = walk;
  const lower = (json: ts.Type, at: ts.Node | undefined): Lowered => {
    const annotation =
      at && !isGenericInstance(compiler.ts, type) ? findAnnotation(compiler, json, at) : undefined;
    return walk.lower(json, annotation, `${nameOf(compiler, type)}Json`);
  };
  const written = toJson.getReturnType();
  if (reader.kind === 'signature' && reader.taken !== undefined) {
    const { taken, at } = reader;
    const decides = position === 'input' || isVague(compiler, written);
    if (decides && !isVague(compiler, taken) && !takesItself(compiler, taken, type)) return lower(taken, at);
  }
  return lower(written, toJson.getDeclaration());
}

function notImportable(compiler: Compiler, type: ts.Type): Failure {
  const name = nameOf(compiler, type);
  const says = `is the class \`${name}\`, which the manifest cannot import to call \`fromJSON\``;
  const hint = isForeign(compiler, type.symbol)
    ? `Import \`${name}\` in a file of the project, by a path that its package exports.`
    : `Export the class \`${name}\` from its module, not only its type.`;
  return mustSettle('TW2026', says, hint);
}

/** The parameter for the one value that a function is called with; undefined if it needs none or several. */
function oneParameter(
  { ts, checker }: Compiler,
  signature: ts.Signature,
): { readonly taken: ts.Type; readonly at: ts.Node | undefined } | undefined {
  const [first, ...others] = signature.getParameters();
  const at = first?.valueDeclaration;
  if (first === undefined || at === undefined || !ts.isParameter(at)) return undefined;
  const needsMore = others.some(({ valueDeclaration: other }) => {
    if (other === undefined || !ts.isParameter(other)) return true;
    const { dotDotDotToken, questionToken, initializer } = other;
    return dotDotDotToken === undefined && questionToken === undefined && initializer === undefined;
  });
  const type = checker.getTypeOfSymbol(first);
  if (needsMore) return undefined;
  if (at.dotDotDotToken === undefined) return { taken: type, at };
  const item = checker.isArrayType(type) ? type.getNumberIndexType() : undefined;
  return item && { taken: item, at: undefined };
}

function isForeign({ program }: Compiler, { valueDeclaration }: ts.Symbol): boolean {
  return (
    valueDeclaration !== undefined &&
    program.isSourceFileFromExternalLibrary(valueDeclaration.getSourceFile())
  );
}

/** As declared: the symbol of a default export is called `default`. A type without a name may have no symbol at all. */
function nameOf({ ts }: Compiler, type: ts.Type): string {
  const symbol: ts.Symbol | undefined = type.symbol;
  const declaration = symbol?.valueDeclaration ?? symbol?.declarations?.[0];
  const name = declaration && ts.getNameOfDeclaration(declaration);
  return name !== undefined && ts.isIdentifier(name) ? name.text : 'Object';
}

function isVague({ ts }: Compiler, { flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}

function isGenericInstance(ts_: typeof ts, type: ts.Type): boolean {
  return isReference(ts_, type) && (type.target.typeParameters ?? []).length > 0;
}

function isClass({ ts }: Compiler, type: ts.Type): boolean {
  return isInstance(ts, type) && (type.symbol.flags & ts.SymbolFlags.Class) !== 0;
}
