import { type Compiler, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { ForeignTool } from '../foreign-tool.js';

/** Types may have members without end, such as `{ next: Box<Box<T>> }`. */
const MAX_PATH = 60;

/** Says what the result of a tool has that a registry refuses: functions and errors, which other libraries drop. */
export function resultProblems(
  { framework, handler }: ForeignTool,
  { checker }: Compiler,
): readonly string[] {
  const [signature] = checker.getTypeAtLocation(handler).getCallSignatures();
  if (framework === 'mcp' || signature === undefined) return [];
  const found: string[] = [];
  const seen = new Set<ts.Type>();
  const open: [type: ts.Type | undefined, path: string][] = [
    [checker.getReturnTypeOfSignature(signature), 'result'],
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [given, path] = next;
    const type = given && (checker.getAwaitedType(given) ?? given);
    if (type === undefined || seen.has(type) || path.length > MAX_PATH) continue;
    seen.add(type);
    if (type.isUnion()) open.push(...type.types.map((one): [ts.Type, string] => [one, path]));
    else if (isFunctionType(type)) found.push(`\`${path}\` is a function`);
    else if (isError(type)) found.push(`\`${path}\` is an error`);
    else if (checker.isArrayLikeType(type)) open.push([type.getNumberIndexType(), `${path}[0]`]);
    else
      for (const member of type.getProperties())
        if (isOwn(member)) open.push([checker.getTypeOfSymbol(member), `${path}.${member.name}`]);
  }
  return found;
}

function isFunctionType(type: ts.Type): boolean {
  return type.getCallSignatures().length > 0;
}

function isError(type: ts.Type): boolean {
  return ['name', 'message', 'stack'].every((name) => type.getProperty(name) !== undefined);
}

/** Whether objects hold a member themselves, as far as types tell. Methods of classes and of the library are inherited. */
function isOwn({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some(
    (one) =>
      !one.getSourceFile().isDeclarationFile &&
      !(typescript.isMethodDeclaration(one) && typescript.isClassLike(one.parent)),
  );
}
