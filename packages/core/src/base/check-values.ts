import { describeValue } from '@toolwright/contract';
import { invalidConfig } from './invalid-config.js';

export function checkMethod(value: object | undefined, name: string, method: string): void {
  if (value === undefined || (method in value && typeof Reflect.get(value, method) === 'function')) return;
  throw invalidConfig(`'${name}' has no method '${method}'.`, `Add it, or omit '${name}'.`);
}

export function checkCount(value: number | undefined, name: string): void {
  if (value === undefined || value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && value >= 1))
    return;
  throw invalidConfig(`'${name}' is ${value}.`, 'Pass a whole number of at least 1, or Infinity.');
}

export function checkWhole(value: number | undefined, name: string): void {
  if (value === undefined || (Number.isInteger(value) && value >= 0)) return;
  throw invalidConfig(`'${name}' is ${String(value)}.`, 'Pass a whole number of at least 0.');
}

export function checkDuration(value: number | undefined, name: string): void {
  // In plain JavaScript, the value may be a string from an environment variable.
  if (value === undefined || (typeof value === 'number' && value > 0)) return;
  throw invalidConfig(`'${name}' is ${value}.`, 'Pass a number of milliseconds above 0, or Infinity.');
}

export function checkChoice(value: string | undefined, name: string, choices: readonly string[]): void {
  if (value === undefined || choices.includes(value)) return;
  throw invalidConfig(`'${name}' is '${value}'.`, `Choose one of: ${choices.join(', ')}.`);
}

export function checkText(value: unknown, name: string): void {
  if (value === undefined || typeof value === 'string' || typeof value === 'function') return;
  throw invalidConfig(
    `'${name}' is ${describeValue(value)}.`,
    'Pass a string or a function that returns one.',
  );
}
