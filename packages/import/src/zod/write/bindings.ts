import { applyEdits, type TextEdit } from '@toolwright/codegen/edits';
import { type Compiler, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type ForeignTool, NotMigrated } from '../foreign-tool.js';
import { namesIn } from '../nodes-in.js';
import type { FunctionNode, HandlerTypes } from './handler-types.js';
import { importMark } from './import-marks.js';

/** The parameter that takes the arguments. */
interface Binding {
  readonly parameter?: string;
  /** Statements at the start of the body. */
  readonly prologue: readonly string[];
  readonly stated: ReadonlySet<string>;
}

/** Writes how a function binds its arguments. @throws NotMigrated */
export function readBinding(
  node: FunctionNode,
  tool: ForeignTool,
  { input, defaults, schema }: HandlerTypes,
  { isAsync, compiler }: { readonly isAsync: boolean; readonly compiler: Compiler },
): Binding {
  const name = bindingName(node, tool, compiler);
  const none: ReadonlySet<string> = new Set();
  if (input === undefined) {
    if (name !== undefined && typescript.isIdentifier(name) && isUsed(name, node))
      throw new NotMigrated(name, 'it has no arguments and uses them');
    return { prologue: [], stated: none };
  }
  if (schema !== undefined) {
    const given = freeName('args', node);
    const parsed = isAsync ? `await ${schema}.parseAsync(${given})` : `${schema}.parse(${given})`;
    const target = name === undefined ? '' : `const ${name.getText()} = `;
    return { parameter: `${given}: ${input}`, prologue: [`${target}${parsed};`], stated: none };
  }
  if (name === undefined)
    return { parameter: `${freeName('_args', node)}: ${input}`, prologue: [], stated: none };
  if (typescript.isIdentifier(name)) return bindName(name, node, input, defaults);
  if (typescript.isArrayBindingPattern(name))
    throw new NotMigrated(name, 'its arguments are bound as a list');
  return bindPattern(name, input, defaults);
}

/** Binds all arguments to one name: with defaults, from a pattern. */
function bindName(
  name: ts.Identifier,
  node: FunctionNode,
  input: string,
  defaults: HandlerTypes['defaults'],
): Binding {
  if (defaults.size === 0) return { parameter: `${name.text}: ${input}`, prologue: [], stated: new Set() };
  const rest = freeName('rest', node);
  const parts = [...defaults].map(([member, value]) => {
    const isPlain = /^[A-Za-z_$][\w$]*$/.test(member);
    const local = freeName(isPlain ? member : `given${member.replaceAll(/\W/g, '')}`, node);
    const key = isPlain ? member : JSON.stringify(member);
    const isSame = local === key;
    return {
      bound: `${isSame ? local : `${key}: ${local}`} = ${value}`,
      used: isSame ? local : `${key}: ${local}`,
    };
  });
  return {
    parameter: `{ ${[...parts.map(({ bound }) => bound), `...${rest}`].join(', ')} }: ${input}`,
    prologue: [`const ${name.text} = { ...${rest}, ${parts.map(({ used }) => used).join(', ')} };`],
    stated: new Set(defaults.keys()),
  };
}

/** Keeps a pattern, with the defaults of its elements. */
function bindPattern(
  pattern: ts.ObjectBindingPattern,
  input: string,
  defaults: HandlerTypes['defaults'],
): Binding {
  const edits: TextEdit[] = [];
  const stated = new Set<string>();
  const start = pattern.getStart();
  for (const element of pattern.elements) {
    const key = element.propertyName ?? element.name;
    const name = typescript.isIdentifier(key) || typescript.isStringLiteral(key) ? key.text : undefined;
    const value = name === undefined ? undefined : defaults.get(name);
    if (element.dotDotDotToken !== undefined && [...defaults.keys()].some((one) => !stated.has(one)))
      throw new NotMigrated(element, 'a default is within the rest of its arguments');
    if (name === undefined || value === undefined) continue;
    if (element.initializer !== undefined)
      edits.push({ start: element.initializer.getStart() - start, end: element.end - start, text: value });
    else edits.push({ start: element.end - start, end: element.end - start, text: ` = ${value}` });
    stated.add(name);
  }
  return { parameter: `${applyEdits(pattern.getText(), edits)}: ${input}`, prologue: [], stated };
}

/** Finds what the function calls its arguments. Mastra's functions may take them as the member `context`. */
function bindingName(node: FunctionNode, tool: ForeignTool, compiler: Compiler): ts.BindingName | undefined {
  const [first] = node.parameters;
  if (first === undefined || (tool.framework === 'mcp' && tool.input === undefined)) return undefined;
  if (first.dotDotDotToken !== undefined || first.initializer !== undefined)
    throw new NotMigrated(first, 'its arguments are a list, or have a default');
  const { name } = first;
  if (tool.framework !== 'mastra' || !takesContext(first, compiler))
    return isBound(name, node) ? name : undefined;
  if (typescript.isIdentifier(name)) {
    if (!isUsed(name, node)) return undefined;
    throw new NotMigrated(name, `it uses \`${name.text}\`, which has more than the arguments`);
  }
  const [only, ...others] = name.elements;
  if (only === undefined) return undefined;
  const key = typescript.isBindingElement(only) ? (only.propertyName ?? only.name).getText() : '';
  if (others.length > 0 || !typescript.isBindingElement(only) || key !== 'context')
    throw new NotMigrated(name, 'it uses more than its arguments');
  return isBound(only.name, node) ? only.name : undefined;
}

/** Whether the parameter of a function of Mastra's has the arguments as a member, as before Mastra 1. */
function takesContext(parameter: ts.ParameterDeclaration, { checker }: Compiler): boolean {
  const type = checker.getTypeAtLocation(parameter);
  return type.getProperty('context') !== undefined && type.getProperty('runtimeContext') !== undefined;
}

/** Writes the parameter for the context of the call, if the function uses one. @throws NotMigrated */
export function readContextParameter(node: FunctionNode, tool: ForeignTool): string | undefined {
  const from = tool.framework === 'mcp' && tool.input === undefined ? 0 : 1;
  const [context, ...others] = node.parameters.slice(from);
  for (const other of others)
    if (isBound(other.name, node)) throw new NotMigrated(other, 'it takes more than a tool gets');
  if (context === undefined || !isBound(context.name, node)) return undefined;
  if (!typescript.isObjectBindingPattern(context.name))
    throw new NotMigrated(context, `it uses \`${context.name.getText()}\`, which a tool does not get`);
  const parts = context.name.elements.map((element) => {
    const key = (element.propertyName ?? element.name).getText();
    const member = Object.hasOwn(CONTEXT, key) ? CONTEXT[key] : undefined;
    if (member === undefined || element.initializer !== undefined)
      throw new NotMigrated(element, `it uses \`${key}\`, which a tool does not get`);
    const local = element.name.getText();
    return member === local ? local : `${member}: ${local}`;
  });
  return `{ ${parts.join(', ')} }: ${importMark('toolwright', 'ToolContext', 'type')}`;
}

/** What the libraries call the parts of a call's context. */
const CONTEXT: Readonly<Record<string, string>> = {
  abortSignal: 'signal',
  signal: 'signal',
  toolCallId: 'callId',
};

function isBound(name: ts.BindingName, node: FunctionNode): boolean {
  if (typescript.isIdentifier(name)) return isUsed(name, node);
  return name.elements.length > 0;
}

/** Whether a function uses a name, apart from where it is declared. */
export function isUsed({ text, pos }: ts.Identifier, node: FunctionNode): boolean {
  return namesIn(node).some((one) => one.text === text && one.pos !== pos);
}

/** Returns a name that the function does not use. */
function freeName(wanted: string, node: FunctionNode): string {
  const words = new Set(namesIn(node).map(({ text }) => text));
  let name = wanted;
  for (let number = 2; words.has(name); number += 1) name = `${wanted}${number}`;
  return name;
}
