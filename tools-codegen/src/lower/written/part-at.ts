import { type Compiler, isReference } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/**
 * Finds where a part of a type is written: the type of the innermost member on the path that the user's own sources declare.
 * @param at The location of the type as a whole.
 * @param path The steps to the part, such as `until` or `.visits[].at`.
 */
export function partAt(compiler: Compiler, type: ts.Type, at: ts.Node, path: string): ts.Node {
  let place = annotationOf(compiler.ts, at) ?? at;
  let types = membersOf(type);
  for (const step of path.match(/\[\]|[^.[\]]+/g) ?? []) {
    const declared = step === '[]' ? [] : types.flatMap((each) => each.getProperty(step) ?? []);
    const declaration = declared.flatMap(({ declarations = [] }) => declarations)[0];
    if (declaration !== undefined && !isForeign(compiler, declaration)) {
      place = annotationOf(compiler.ts, declaration) ?? declaration;
    }
    const inside =
      step === '[]'
        ? types.flatMap((each) => elementsOf(compiler, each))
        : declared.map((property) => compiler.checker.getTypeOfSymbol(property));
    // Members often lead to the same types. Without the set, their number would multiply with each step.
    types = [...new Set(inside.flatMap(membersOf))];
  }
  return place;
}

function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Returns the element types of arrays, tuples, sets, maps and index signatures. */
function elementsOf({ ts, checker }: Compiler, type: ts.Type): readonly ts.Type[] {
  const held = isReference(ts, type) ? checker.getTypeArguments(type) : [];
  return [...held, ...checker.getIndexInfosOfType(type).map((info) => info.type)];
}

function isForeign({ program }: Compiler, node: ts.Node): boolean {
  const source = node.getSourceFile();
  return program.isSourceFileFromExternalLibrary(source) || program.isSourceFileDefaultLibrary(source);
}

/** For a function, returns its return type or its name: underlining the whole function would not help. */
function annotationOf(ts_: typeof ts, node: ts.Node): ts.Node | undefined {
  if (ts_.isFunctionLike(node)) return node.type ?? ts_.getNameOfDeclaration(node);
  const isTyped =
    ts_.isParameter(node) ||
    ts_.isPropertySignature(node) ||
    ts_.isPropertyDeclaration(node) ||
    ts_.isTypeAliasDeclaration(node);
  return isTyped ? node.type : undefined;
}
