import { ToolwrightError } from '@toolwright/contract';
import { missingVariable } from './missing-variable.js';

/** Returns the text for a template variable. Inherited properties are ignored: `{constructor}` is a variable like any other. */
export function variableText(prompt: string, name: string, vars: Readonly<Record<string, unknown>>): string {
  const value = Object.hasOwn(vars, name) ? vars[name] : undefined;
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    case 'object':
      if (value !== null) return objectText(prompt, name, value);
      throw missingVariable(prompt, [name], vars);
    case 'undefined':
      throw missingVariable(prompt, [name], vars);
    default:
      throw unprintable(prompt, name, typeof value);
  }
}

function objectText(prompt: string, name: string, value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw unprintable(prompt, name, 'object that JSON cannot represent', error);
  }
}

function unprintable(prompt: string, name: string, kind: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_PROMPT', `Variable '${name}' of prompt '${prompt}' is a ${kind}.`, {
    blame: 'developer',
    hint: 'Pass a string, a number, a boolean, or a value that JSON can represent.',
    cause,
  });
}
