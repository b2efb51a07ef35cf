import { createScratchProject } from '../../../program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../program/src/testing/shared-files.js';
import { analyseProject } from '../analyse-project.js';

const shared = sharedFiles('bodies');
const BASE = new URL('../../fixtures/base.json', import.meta.url).pathname;

/** The effects of each tool, by its name. */
function effectsOf(source: string, experimentalDecorators: boolean): Readonly<Record<string, string[]>> {
  const { dir } = createScratchProject({
    'tsconfig.json': JSON.stringify({
      extends: BASE,
      compilerOptions: { experimentalDecorators },
      include: ['src'],
    }),
    'src/tools.ts': `import { rmSync, readFileSync } from 'node:fs';\nimport { tool } from 'toolwright';\n${source}`,
  });
  const { tools } = analyseProject({ cwd: dir }, shared);
  return Object.fromEntries(tools.map(({ name, effects }) => [name, effects.map(({ effect }) => effect)]));
}

describe('decorators of the program', () => {
  it('make the methods of a class unknown if they may return another class', () => {
    const source = `
      function other(target: Function): any { return class {}; }
      function made(name: string) { return (target: Function): any => class {}; }
      function sealed<Type extends Function>(target: Type): Type { Object.seal(target); return target; }
      function named(name: string) { return (target: Function): void => {}; }
      @other class Other { run(): void {} }
      @made('a') class Made { run(): void {} }
      @sealed @named('a') class Plain { run(): void {} }
      const [first, second, third] = [new Other(), new Made(), new Plain()];
      export const one = tool((): void => first!.run());
      export const two = tool((): void => second!.run());
      export const three = tool((): void => third!.run());`;
    expect(effectsOf(source, false)).toEqual({ one: ['unknown'], two: ['unknown'], three: [] });
  });

  it('are followed where a legacy one defines a getter for a field', () => {
    const source = `
      const names: string[] = [];
      function lazy(target: object, key: string): void {
        Object.defineProperty(target, key, { get: () => readFileSync(key, 'utf8') });
      }
      function noted(target: object, key: string): void { names.push(key); }
      class Settings { @lazy text!: string; @noted plain!: string; }
      const settings = new Settings();
      export const text = tool((): string => settings.text);
      export const plain = tool((): string => settings.plain);`;
    const { text, plain } = effectsOf(source, true);
    expect(text).toContain('fs.read');
    expect(plain).toEqual([]);
  });
});
