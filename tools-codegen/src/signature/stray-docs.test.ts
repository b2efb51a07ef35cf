import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';

function strays(file: string, text: string): string[] {
  const config = JSON.stringify({
    compilerOptions: { allowJs: true, module: 'nodenext', strict: true },
    include: ['src'],
  });
  const { dir } = createScratchProject({
    [file]: text,
    ...(file.endsWith('.js') && { 'tsconfig.json': config }),
  });
  const { diagnostics } = generateUncached({ cwd: dir });
  return diagnostics
    .filter(({ code }) => code === 'TW3003')
    .map(({ line, message }) => `${line}: ${message}`);
}

// B4
describe('JSDoc of names that do not exist', () => {
  it('is reported in JavaScript if it only gives a type', () => {
    const text = `/**
 * Goes.
 * @tool
 * @param {'fast' | 'slow'} mod
 * @param {number} speed
 * @returns {string}
 */
export function go(mode, speed) { return mode + speed; }

/**
 * Finds.
 * @tool
 * @param {{ city: string }} options
 * @returns {string}
 */
export function find({ city }) { return city; }
`;
    expect(strays('src/go.js', text)).toEqual(['4: There is no parameter `mod`.']);
  });

  it('is reported for properties of a parameter', () => {
    const text = `import { tool } from 'toolwright';
interface Deep { to?: { limit: number } | { page: number } }
export class Find {
  /**
   * Finds.
   * @param options.limit How many
   * @param options.limt How many
   * @maximum options.limt 10
   * @param options.deep.to.limit Most
   * @param options.deep.to.lmit Most
   */
  @tool find(options: { limit: number; deep?: Deep }): string { return String(options.limit); }
  /**
   * Looks.
   * @param o.city Where
   * @param o.zzz Nothing
   */
  @tool look({ city }: { city: string }): string { return city; }
}
`;
    expect(strays('src/find.ts', text)).toEqual([
      '7: There is no property `options.limt`.',
      '10: There is no property `options.deep.to.lmit`.',
      '16: There is no property `o.zzz`.',
    ]);
  });
});

// B4
it('reports defaults and examples that name no parameter', () => {
  const text = `import { tool } from 'toolwright';
/**
 * Goes.
 * @default zz 5
 * @default 5
 * @example ww 5
 * @example ww {"a": 1}
 * @example go(5)
 * @example await go(5)
 * @example
 * days 5
 * go(days)
 * @example days 5
 * @default days 5
 */
export const go = tool((days?: number) => String(days));
`;
  expect(strays('src/go.ts', text)).toEqual([
    '4: `@default` does not name a parameter of the tool.',
    '5: `@default` does not name a parameter of the tool.',
    '6: `@example` does not name a parameter of the tool.',
    '7: `@example` does not name a parameter of the tool.',
  ]);
});

// B4
it('reads the comments before the names in a destructured parameter', () => {
  const text = `import { tool } from 'toolwright';
export class Find {
  /** Finds. */
  @tool find({
    /** A */ a,
    /** B */
    b: other = 2,
    inner: { /** C */ c },
  }: { /** TA */ a: string; b?: number; inner: { c: string } }): string { return a + String(other) + c; }
}
`;
  const { dir } = createScratchProject({ 'src/find.ts': text });
  const { diagnostics, tools } = generateUncached({ cwd: dir });
  expect(diagnostics).toEqual([]);
  expect(tools[0]?.parameters).toMatchObject({
    properties: {
      a: { description: 'A' },
      b: { description: 'B', default: 2 },
      inner: { properties: { c: { description: 'C' } } },
    },
  });
});
