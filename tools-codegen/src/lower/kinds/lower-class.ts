import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';
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
  | { readonly kind: 'fault'; readonly says: string; readonly hint: string }
  | { readonly kind: 'signature'; readonly parameter: ts.Symbol; readonly isGeneric: boolean };

function findReader(compiler: Compiler, type: ts.Type, { toJson, fromJson }: UserCodec): Reader {
  const { ts, checker } = compiler;
  if (fromJson === undefined) return { kind: 'none' };
  const name = nameOf(compiler, type);
  const fault = (says: string, hint: string): Reader => ({
    kind: 'fault',
    says: `is the class \`${name}\`, whose \`fromJSON\` ${says}`,
    hint,
  });
  const signature = fromJson.find((each) => takesOne(ts, each));
  const [parameter] = signature?.getParameters() ?? [];
  if (signature === undefined || parameter === undefined) {
    return fault('is not a function of one value', `Write \`static fromJSON(json: …): ${name}\`.`);
  }
  const made = signature.getReturnType();
  if (made.getProperty('then') !== undefined) {
    const hint = `Return a \`${name}\`, not a promise: arguments are read before the method runs, so load data in the method.`;
    return fault('is asynchronous', hint);
  }
  const isGeneric = signature.getTypeParameters() !== undefined || isGenericInstance(ts, type);
  if (!isGeneric && !checker.isTypeAssignableTo(made, type)) {
    return fault(
      `does not return a \`${name}\``,
      `Write \`static fromJSON(json: …): ${name}\` in the class itself.`,
    );
  }
  if (!isGeneric && !checker.isTypeAssignableTo(toJson.getReturnType(), checker.getTypeOfSymbol(parameter))) {
    return fault('does not take what its `toJSON` returns', 'Give both the same type.');
  }
  return { kind: 'signature', parameter, isGeneric };
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
  if (reader.kind === 'signature' && !reader.isGeneric) {
    const { parameter } = reader;
    const taken = compiler.checker.getTypeOfSymbol(parameter);
    const decides = position === 'input' || isVague(compiler, written);
    if (decides && !isVague(compiler, taken) && !takesItself(compiler, taken, type)) {
      return lower(taken, parameter.valueDeclaration);
    }
  }
  return lower(written, toJson.getDeclaration());
}

function notImportable(compiler: Compiler, type: ts.Type): Failure {
  const name = nameOf(compiler, type);
  const says = `is the class \`${name}\`, which the manifest cannot import to call \`fromJSON\``;
  const hint = isForeign(compiler, type.symbol)
    ? `Import \`${name}\` in a file of the project, by a path that its package exports.`
    : `Export \`${name}\` from its module.`;
  return mustSettle('TW2026', says, hint);
}

function takesOne({ isParameter }: typeof ts, signature: ts.Signature): boolean {
  const declarations = signature.getParameters().map(({ valueDeclaration }) => valueDeclaration);
  return (
    declarations.length > 0 &&
    declarations.every((at, index) => {
      if (at === undefined || !isParameter(at)) return false;
      const isRest = at.dotDotDotToken !== undefined;
      return index === 0 ? !isRest : isRest || at.questionToken !== undefined || at.initializer !== undefined;
    })
  );
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
