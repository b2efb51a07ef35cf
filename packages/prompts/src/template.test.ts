import fc from 'fast-check';
import { PromptRegistry } from './prompt-registry.js';
import { escapeTemplate, parseTemplate } from './template.js';

const render = (template: string, vars: Record<string, unknown> = {}) =>
  new PromptRegistry().addPrompt('p', template).render('p', vars);

describe('parseTemplate', () => {
  it('splits a template into text and variables', () => {
    expect(parseTemplate('Hi {name}, {{x}}!', 'p')).toEqual([
      { type: 'text', text: 'Hi ' },
      { type: 'variable', name: 'name' },
      { type: 'text', text: ', {x}!' },
    ]);
  });

  it('reads braces next to variables from left to right', () => {
    expect(render('{{{name}}}', { name: 'Ada' })).toBe('{Ada}');
    expect(render('{{{{name}}}}')).toBe('{{name}}');
  });

  it('allows spaces around a name, dots and dashes in it, and other alphabets', () => {
    expect(render('{ a }{b.c}{d-e}{größe}', { a: 1, 'b.c': 2, 'd-e': 3, größe: 4 })).toBe('1234');
  });

  it.each([
    ['Hello {name', "Prompt 'p' is malformed at line 1, column 7: '{' is never closed."],
    ['a\nb } c', "Prompt 'p' is malformed at line 2, column 3: '}' has no matching '{'."],
    ['{}', "'{}' is not a valid variable name"],
    ['{"a": 1}', '\'{"a": 1}\' is not a valid variable name'],
    ['{a{{b}', 'column 1: '],
    [`{${'long '.repeat(40)}}`, '…}'],
  ])('refuses %j', (template, message) => {
    expect(() => parseTemplate(template, 'p')).toThrow(message);
  });

  it('explains how to write a literal brace', () => {
    expect(() => parseTemplate('{', 'p')).toThrow(
      expect.objectContaining({
        code: 'INVALID_PROMPT',
        blame: 'developer',
        hint: expect.stringContaining("'{{'"),
      }),
    );
  });
});

describe('escapeTemplate', () => {
  const text = fc.string({ unit: fc.constantFrom('{', '}', 'a', ' ', '\n', '🦊', '$&', '\\') });

  it('is undone by rendering', () => {
    fc.assert(fc.property(fc.oneof(text, fc.string()), (value) => render(escapeTemplate(value)) === value));
  });

  it('does not merge with variables around it', () => {
    fc.assert(
      fc.property(text, text, text, (before, value, after) => {
        const template = `${escapeTemplate(before)}{value}${escapeTemplate(after)}`;
        expect(render(template, { value })).toBe(before + value + after);
      }),
    );
  });

  it('can be joined with any other template, which is then still rendered or refused', () => {
    const variables = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => ['a'.repeat(index + 1), 'x']),
    );
    fc.assert(
      fc.property(text, (template) => {
        try {
          expect(typeof render(template, variables)).toBe('string');
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_PROMPT' });
        }
      }),
    );
  });
});

it('reports a variable that is undefined or null', () => {
  const prompts = new PromptRegistry().addPrompt('p', 'Hello {v}, {w}');
  expect(() => prompts.render('p', { v: undefined })).toThrow(
    "Prompt 'p' needs the variable 'v'. Given: v (as undefined).",
  );
  expect(() => prompts.render('p', { v: 1, w: null })).toThrow(
    "Prompt 'p' needs the variable 'w'. Given: v, w (as null).",
  );
});
