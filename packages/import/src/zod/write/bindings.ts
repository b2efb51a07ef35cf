import { applyEdits, type TextEdit } from '@toolwright/codegen/edits';
import { isIdentifier, memberName } from '@toolwright/json-schema';
import { type Compiler, changedNames, findNodes, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { Names } from '../../openapi/names.js';
import { type ForeignTool, NotMigrated } from '../foreign-tool.js';
import { isReserved, namesIn } from '../nodes-in.js';

/** A function whose parameters and body are written here. */
export type FunctionNode = ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration;

/** The defaults of members, as TypeScript. */
export type Defaults = ReadonlyMap<string, string>;

/** How a function takes its arguments. */
export interface Binding {
  readonly parameter: string;
  /** A statement at the start of the body. */
  readonly prologue?: string;
}

/** Returns the members whose defaults the binding of the arguments states. */
export function statedBy(name: ts.BindingName | undefined, defaults: Defaults): ReadonlySet<string> {
  if (name === undefined) return new Set();
  if (typescript.isIdentifier(name)) return new Set(defaults.keys());
  if (typescript.isArrayBindingPattern(name))
    throw new NotMigrated(name, 'its arguments are bound as a list');
  const keys = name.elements.map(keyOf);
  const stated = new Set(keys.filter((key) => key !== undefined).filter((key) => defaults.has(key)));
  // A rest, or a name that is computed, may be that of any member.
  const open = name.elements.find((one) => keyOf(one) === undefined);
  if (open !== undefined && stated.size < defaults.size)
    throw new NotMigrated(open, `a default is within \`${open.getText()}\``);
  return stated;
}

/** Returns the member that an element of a pattern binds, if its name is written down. */
export function keyOf({ propertyName, name, dotDotDotToken }: ts.BindingElement): string | undefined {
  const given = propertyName ?? name;
  const key = typescript.isComputedPropertyName(given) ? given.expression : given;
  if (dotDotDotToken !== undefined || (typescript.isIdentifier(key) && key !== given)) return undefined;
  return typescript.isIdentifier(key) || typescript.isLiteralExpression(key) ? key.text : undefined;
}

/**
 * Writes how a function binds its arguments.
 * @param input the type of the arguments
 * @param parse the function of a Zod schema that parses them
 */
export function bindArguments(
  node: FunctionNode,
  name: ts.BindingName | undefined,
  input: string,
  defaults: Defaults,
  parse: string | undefined,
): Binding {
  const names = new Names(namesIn(node).map(({ text }) => text));
  const keyword = name !== undefined && isAssigned(name) ? 'let' : 'const';
  if (parse !== undefined) {
    const given = names.take('args');
    const target = name === undefined ? '' : `${keyword} ${name.getText()} = `;
    return { parameter: `${given}: ${input}`, prologue: `${target}${parse}(${given});` };
  }
  if (name === undefined) return { parameter: `${names.take('_args')}: ${input}` };
  if (!typescript.isIdentifier(name)) return { parameter: `${withDefaults(name, defaults)}: ${input}` };
  if (defaults.size === 0) return { parameter: `${name.text}: ${input}` };
  const { pattern, value } = wholeWithDefaults(defaults, names);
  return { parameter: `${pattern}: ${input}`, prologue: `${keyword} ${name.text} = ${value};` };
}

/** Writes a pattern that states all defaults, and the object that it was, with the defaults. */
export function wholeWithDefaults(
  defaults: Defaults,
  names: Names,
): { readonly pattern: string; readonly value: string } {
  const parts = [...defaults].map(([member, value]) => {
    const isName = isIdentifier(member) && !isReserved(member);
    const local = names.take(isName ? member : `given${member.replaceAll(/\W/g, '')}`);
    const text = local === member ? local : `${memberName(member)}: ${local}`;
    return { text, bound: `${text} = ${value}` };
  });
  const rest = names.take('rest');
  return {
    pattern: `{ ${parts.map(({ bound }) => bound).join(', ')}, ...${rest} }`,
    value: `{ ...${rest}, ${parts.map(({ text }) => text).join(', ')} }`,
  };
}

/** Whether a function gives one of its arguments another value. */
function isAssigned(name: ts.BindingName): boolean {
  const { parent } = name;
  const changed = changedNames(typescript, name.getSourceFile());
  const locals = typescript.isIdentifier(name)
    ? [name]
    : findNodes(name, { ts: typescript }, typescript.isIdentifier);
  const { pos, end } = typescript.findAncestor(parent, typescript.isFunctionLike) ?? parent;
  return locals.some(({ text }) => changed.get(text)?.some((one) => pos <= one.pos && one.end <= end));
}

/** Writes a pattern with the defaults of its elements. */
function withDefaults(pattern: ts.BindingPattern, defaults: Defaults): string {
  const edits = pattern.elements.flatMap((element): TextEdit[] => {
    const value = typescript.isBindingElement(element) && defaults.get(keyOf(element) ?? '');
    if (!value) return [];
    const at = pattern.getStart();
    const edit = { start: element.name.end - at, end: element.end - at, text: ` = ${value}` };
    const { propertyName: key } = element;
    if (key === undefined || !typescript.isComputedPropertyName(key)) return [edit];
    // Codegen reads no defaults of computed names.
    return [{ start: key.getStart() - at, end: key.end - at, text: key.expression.getText() }, edit];
  });
  return applyEdits(pattern.getText(), edits);
}

/** Finds what the function calls its arguments, if it uses them. Mastra's functions may take them as the member `context`. */
export function argumentsOf(
  node: FunctionNode,
  tool: ForeignTool,
  compiler: Compiler,
): ts.BindingName | undefined {
  const [first] = node.parameters;
  if (first === undefined || (tool.framework === 'mcp' && tool.input === undefined)) return undefined;
  if (first.dotDotDotToken !== undefined || first.initializer !== undefined)
    throw new NotMigrated(first, 'its arguments are a list, or have a default');
  const { name } = first;
  if (!isBound(name, node)) return undefined;
  if (tool.framework !== 'mastra' || !takesContext(first, compiler)) return name;
  if (typescript.isIdentifier(name))
    throw new NotMigrated(name, `it uses \`${name.text}\`, which has more than the arguments`);
  const [only, ...others] = name.elements;
  if (
    only === undefined ||
    others.length > 0 ||
    !typescript.isBindingElement(only) ||
    keyOf(only) !== 'context'
  )
    throw new NotMigrated(name, 'it uses more than its arguments');
  return isBound(only.name, node) ? only.name : undefined;
}

/** Whether the parameter of a function of Mastra's has the arguments as a member, as before Mastra 1. */
function takesContext(parameter: ts.ParameterDeclaration, { checker }: Compiler): boolean {
  const type = checker.getTypeAtLocation(parameter);
  return type.getProperty('context') !== undefined && type.getProperty('runtimeContext') !== undefined;
}

/** Whether a function uses what it binds, apart from the name itself. */
export function isBound(name: ts.BindingName, node: FunctionNode): boolean {
  if (!typescript.isIdentifier(name)) return name.elements.length > 0;
  return namesIn(node).some(({ text, pos }) => text === name.text && pos !== name.pos);
}
