import { SourceMap } from 'node:module';
import { lowerDecorators } from './lower-decorators.js';

const CODE = `import { tool } from 'toolwright';
export class Weather {
  accessor unit = 'C';
  /** Weather. */
  @tool forecast(city) { throw new Error(city ?? 'none'); }
}
`;

it('compiles decorators and accessors, and keeps everything that Node.js can run', async () => {
  const { code = '' } =
    (await lowerDecorators(`${CODE}export const { a = 1, ...b } = await c?.d;\n`, '/src/weather.js')) ?? {};
  expect(code).not.toMatch(/@tool|accessor unit/);
  expect(code).toContain('export class Weather');
  expect(code).toContain('import { tool } from "toolwright"');
  expect(code).toContain('...b } = await c?.d');
});

it('maps compiled code to the lines of the source', async () => {
  const lowered = await lowerDecorators(CODE, '/src/weather.js');
  const line = lowered?.code.split('\n').findIndex((text) => text.includes('throw new Error')) ?? -1;
  const column = lowered?.code.split('\n')[line]?.indexOf('throw') ?? -1;
  const entry = new SourceMap(JSON.parse(lowered?.map ?? '')).findEntry(line, column);
  expect(entry).toMatchObject({ originalLine: 4, originalSource: expect.stringContaining('weather.js') });
});

it('does not change code without decorators', async () => {
  expect(await lowerDecorators('/** @tool */ export function f() {}', '/src/f.js')).toBeUndefined();
});

it('lists the solutions if decorators cannot be compiled', async () => {
  await expect(lowerDecorators('class A { constructor(@inject x) {} }', '/src/a.js')).rejects.toMatchObject({
    code: 'CODEGEN_FAILED',
    message: expect.stringMatching(
      /^\/src\/a\.js still has decorators.*Parameter decorators.*experimentalDecorators.*JSDoc tag @tool.*tool\(fn\)/s,
    ),
  });
});
