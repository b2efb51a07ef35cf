import type { ScalarBuiltIn } from './built-in.js';

export const url: ScalarBuiltIn = {
  typeNames: ['URL'],
  schema: { type: 'string', format: 'uri' },
  is: isUrl,
  decode: (value, trail) =>
    typeof value === 'string' && URL.canParse(value)
      ? new URL(value)
      : trail.refuse('an absolute URL, such as "https://example.com/page"', value),
  encode: (value, trail) => (isUrl(value) ? value.href : trail.refuse('a URL', value)),
};

function isUrl(value: unknown): value is URL {
  return value instanceof URL || Object.prototype.toString.call(value) === '[object URL]';
}
