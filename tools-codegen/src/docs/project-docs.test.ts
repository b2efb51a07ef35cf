import {
  BASE_CONFIG,
  createScratchProject,
} from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { findProjectLosses } from '../account/project-account.test.support.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';

function generate(files: Readonly<Record<string, string>>): { output: string; printed: readonly string[] } {
  const { dir } = createScratchProject(files);
  const { output, diagnostics } = generateUncached({ cwd: dir });
  // A program of its own, which must find every word again.
  expect(findProjectLosses({ cwd: dir })).toEqual([]);
  return { output, printed: diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

// A4
describe('the text of a generic helper', () => {
  const helpers = {
    'node_modules/helpful/package.json': '{ "name": "helpful", "version": "1.0.0", "types": "index.d.ts" }',
    'node_modules/helpful/index.d.ts': `
      /** Flattens a type for editors. @example Simplify<A & B> */
      export type Simplify<T> = { [K in keyof T]: T[K] } & {};
      /** A helper with a form of its own, told to users of the package. */
      export type Listed<T> = { list: T[] };
      /** A page of results. */
      export interface Page<T> { items: T[] }
      /** A place. */
      export type Place = { city: string };`,
  };

  it('describes no value, and gives way to that of its argument; other texts of packages stay', () => {
    const { output, printed } = generate({
      ...helpers,
      'src/tools.ts': `
        import type { Listed, Page, Place, Simplify } from 'helpful';
        /** A box. */
        interface Box { w: number }
        /** Put. @tool */
        export function put(plain: Simplify<{ w: number }>, box: Simplify<Box>, maybe?: Simplify<Simplify<Box>>): Listed<Box> {
          throw new Error(String([plain, box, maybe]));
        }
        /** Move. @tool */
        export function move(page: Page<Box>, place: Place, other: Simplify<Place> | null): void {
          console.log(page, place, other);
        }`,
    });
    expect(printed).toEqual([]);
    expect(output).not.toMatch(/Flattens|A helper/);
    expect(output.match(/A box\./g)?.length).toBeGreaterThanOrEqual(3);
    expect(output).toContain('A page of results.');
    expect(output).toContain('A place.');
  });
});

// A4
describe('JSDoc that declares types in JavaScript', () => {
  const config = JSON.stringify({
    extends: BASE_CONFIG,
    compilerOptions: { allowJs: true, checkJs: true },
    include: ['src'],
  });

  it('describes types, their members and those of parameters', () => {
    const { output, printed } = generate({
      'tsconfig.json': config,
      'src/tools.js': `
/**
 * A point on the map.
 * @typedef {Object} Point
 * @property {number} x - Across.
 * @property {Object} style How it looks.
 * @property {string} style.color Its color.
 * @property {number} [size=2] How large.
 */
/**
 * Run a job.
 * @param {Object} options Options.
 * @param {number} [options.retries=3] How often to retry.
 * @param {Object[]} options.list Things to do.
 * @param {string} options.list[].name Its name.
 * @param {Point} at Where, e.g. at @alice.
 * @param {Point} to
 * @returns {Point} Where it ended.
 * @tool
 */
export function run(options, at, to) { return to; }
`,
    });
    expect(printed).toEqual([]);
    for (const text of [
      'A point on the map.',
      'Across.',
      'How it looks.',
      'Its color.',
      'How large.',
      'Its name.',
    ])
      expect(output).toContain(text);
    expect(output).toMatch(/default: 2\b/);
    expect(output).toMatch(/default: 3\b/);
    expect(output).toContain('Where, e.g. at @alice.');
  });

  it('is a warning where the compiler takes a member for text', () => {
    const { printed } = generate({
      'tsconfig.json': config,
      'src/tools.js': `
/**
 * @typedef {Object} Point
 * @property {number} x Left of @alice.
 * @property {number} y Lost.
 */
/**
 * Run.
 * @param {Point} at Where.
 * @tool
 */
export function run(at) { return at.x; }
`,
    });
    expect(printed).toEqual([
      'TW3005 The text of `@property` appears in no schema: the tag declares no member.',
    ]);
  });
});

// A4
describe('a method that overrides a tool', () => {
  it('stays a tool with its own parameters, and takes over what its JSDoc does not say', () => {
    const { output, printed } = generate({
      'src/device.ts': `
        import { tool } from 'toolwright';
        export abstract class Device {
          /**
           * Stop a job.
           * @param id The job, e.g. of @alice.
           * @param reason Why.
           * @minimum id 1
           */
          @tool stop(id: number, reason?: string): void { console.log(id, reason); }
        }
        export class Switch extends Device {
          /** @param force At once. */
          override stop(id: number, why?: string, force = false): void { throw new Error(String([id, why, force])); }
        }
        type Constructor = new () => Device;
        class Lamp extends Device {}
        const mixed = (Base: Constructor) =>
          class extends Base { override stop(id: number): void { console.log(id); } };
        export class Light extends mixed(Lamp) {}`,
    });
    expect(printed).toEqual([]);

    expect(output).toContain('Why.');
    expect(output).toMatch(
      /minimum: 1, description: 'The job, e\.g\. of @alice\.'[\s\S]*?description: 'At once\.', default: false/,
    );
    expect(output).toContain('Stop a job.');
  });
});
