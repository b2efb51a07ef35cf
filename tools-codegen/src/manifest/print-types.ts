import type { MemberSite } from '@toolwright/program/compiler';
import type { ArgumentType, ArgumentTypes } from '../signature/tool-arguments.js';
import type { ToolEntry } from '../signature/tool-entry.js';
import { printKey, printString } from './print-value.js';

/**
 * Prints the manifest's type of one tool: arguments and result, as indexed access into the user's own types.
 * @param name The name under which the module imports the class or function.
 */
export function printToolType({ member, types, context }: ToolEntry, name: string): string {
  const type = functionType(member, name);
  const members = [
    `args: ${printArguments(types, type)}`,
    `returns: ReturnType<${type}>`,
    ...(context === undefined ? [] : [`context: ${printContext(context, type)}`]),
    printOwner(member, name),
  ];
  return `{\n${members.map((line) => `    ${line};\n`).join('')}  }`;
}

/** Prints the type of the `context` that callers must pass. */
function printContext(indexes: readonly number[], type: string): string {
  return indexes.map((index) => `NonNullable<Parameters<${type}>[${index}]>['app']`).join(' & ');
}

/** Prints the type of the value that must be registered to provide the tool. */
function printOwner(member: ToolEntry['member'], name: string): string {
  if (member === undefined) return `fn: typeof ${name}`;
  return member.static ? `of: typeof ${name}` : `of: ${instanceType(member, name)}`;
}

function functionType(member: ToolEntry['member'], name: string): string {
  if (member === undefined) return `typeof ${name}`;
  if (member.static) return `(typeof ${name})[${printString(member.name)}]`;
  return `${instanceType(member, name)}[${printString(member.name)}]`;
}

function instanceType({ typeParameters }: MemberSite, name: string): string {
  const any = Array.from({ length: typeParameters }, () => 'any').join(', ');
  return any === '' ? name : `${name}<${any}>`;
}

function printArguments(types: ArgumentTypes, type: string): string {
  if (types.kind === 'whole') {
    const whole = `Parameters<${type}>[${types.index}]`;
    return types.optional ? `Exclude<${whole}, undefined>` : whole;
  }
  if (types.properties.length === 0) return 'Record<string, never>';
  const members = types.properties.map(
    ({ name, index, optional, rest }) =>
      `      ${printKey(name)}${optional ? '?' : ''}: ${argumentType(type, index, rest, types.optional)};\n`,
  );
  return `{\n${members.join('')}    }`;
}

/** Prints the type of one argument. For a tuple rest parameter, this is `Parameters<…>` without the preceding parameters. */
function argumentType(
  type: string,
  index: number,
  rest: ArgumentType['rest'],
  before: readonly boolean[],
): string {
  const parameters = `Parameters<${type}>`;
  if (rest === undefined) return `${parameters}[${index}]`;
  if (rest === 'array') return `${parameters}[${index}][]`;
  if (before.length === 0) return parameters;
  const skipped = before.map((optional) => (optional ? 'unknown?' : 'unknown'));
  return `${parameters} extends [${skipped.join(', ')}, ...infer Rest] ? Rest : never`;
}
