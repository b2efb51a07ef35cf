import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import {
  createTypeProgram,
  findInput,
} from '../../../packages/program/src/testing/type-program.test.fixture.js';
import { findUnaccounted } from '../account/type-account.test.support.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';

const MAILISH = {
  'node_modules/mailish/package.json': '{ "name": "mailish", "version": "1.0.0", "types": "index.d.ts" }',
  'node_modules/mailish/index.d.ts': `
export interface Mail {
  to: string;
  text?: string | symbol | { content?: string | symbol; path?: string };
  html?: string | symbol;
  onDone?: () => void;
  /** @hidden */
  key?: string;
  pair?: [string, symbol?, number?];
}
`,
};

describe('what JSON cannot carry', () => {
  const { dir } = createScratchProject({
    ...MAILISH,
    'src/tools.ts': `import { tool } from 'toolwright';
import type { Mail } from 'mailish';
export class Mailer {
  /** Send. */ @tool send(mail: Mail, z?: string): void {}
  /** Send all. */ @tool sendAll(mails: Mail[], z?: string): Mail { throw new Error(); }
  /** Own. */ @tool own(pair: [string, symbol?], z?: string): void {}
}
`,
  });
  const { tools, diagnostics } = generateUncached({ cwd: dir });
  const messages = (name: string): readonly string[] =>
    diagnostics.filter(({ tool }) => tool === name).map(({ message }) => message);

  it('is left out of a dependency’s type, and the rest is kept', () => {
    const { mail } = tools.find(({ name }) => name === 'send')?.parameters.properties ?? {};
    expect(mail?.properties).toEqual({
      to: { type: 'string' },
      text: {
        anyOf: [
          { type: 'string' },
          {
            type: 'object',
            properties: { content: { type: 'string' }, path: { type: 'string' } },
            additionalProperties: false,
          },
        ],
      },
      html: { type: 'string' },
      pair: { type: 'array', prefixItems: [{ type: 'string' }], items: false, minItems: 1, maxItems: 1 },
    });
  });

  it('is named at each parameter that reaches it, once for each cause', () => {
    const parts = [
      '`Mail.key`: it is hidden by its JSDoc.',
      '`Mail.onDone`: it is a function, which JSON cannot carry.',
      '`number` of `Mail.pair`: it follows an element that is omitted.',
      '4 parts, `symbol` of `Mail.text`, `symbol` of `Mail.html`, `symbol` of `Mail.pair`, `symbol` of `Mail.text.content`: each is a symbol, which JSON cannot carry.',
    ];
    const expected = (name: string) => parts.map((part) => `The schema of \`${name}\` omits ${part}`);
    expect([...messages('send')].sort()).toEqual(expected('mail').sort());
    expect(messages('sendAll')).toEqual(expect.arrayContaining(expected('mails')));
  });

  it('is named at its own place, also if a dependency has an equal type', () => {
    expect(messages('own')).toEqual([
      'The schema omits `symbol` of `pair`: it is a symbol, which JSON cannot carry.',
    ]);
  });

  it('keeps the schema of a result open, which has the member all the same', () => {
    const output = tools.find(({ name }) => name === 'sendAll')?.output;
    expect(output).toMatchObject({ properties: { to: { type: 'string' } }, additionalProperties: true });
    expect(output?.properties).not.toHaveProperty('html');
  });
});

describe('the account of a type', () => {
  it('finds what neither the schema has nor a message names', () => {
    const file = '/account.ts';
    const text = 'export interface Input { a: string | number; b?: { c: boolean }; d: string[] }';
    const compiler = createTypeProgram([], { [file]: text });
    const { type } = findInput(compiler, file);
    const string = { type: 'string' } as const;
    const schema = {
      type: 'object',
      properties: { a: string, b: { type: 'object', properties: {} }, d: { type: 'array', items: string } },
    } as const;
    expect(findUnaccounted(compiler, type, schema, [])).toEqual(['.a: number', '.b.c']);
    expect(findUnaccounted(compiler, type, schema, ['`number` of `Input.a`', '`Input.b.c` is lost'])).toEqual(
      [],
    );
  });
});
