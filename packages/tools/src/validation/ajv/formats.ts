import { compilePattern, type Pattern } from '@toolwright/json-schema';
import loader from './load-formats.cjs';

/** Loads the formats of ajv-formats. Replaces its expression for `url`, which would take quadratic time. */
export function loadFormats(): Readonly<Record<string, unknown>> {
  const { fullFormats } = loader.loadFormats();
  return { ...fullFormats, url: linear(fullFormats.url) };
}

/** Whether text matches the expression of a format. */
export function matches(expression: unknown, text: string): boolean {
  return !isPattern(expression) || expression.test(text);
}

function isPattern(value: unknown): value is Pattern {
  return typeof value === 'object' && value !== null && 'test' in value && typeof value.test === 'function';
}

function linear(format: unknown): Pattern | undefined {
  return format instanceof RegExp ? compilePattern(format.source, 'iu') : undefined;
}
