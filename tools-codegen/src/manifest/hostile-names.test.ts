import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';
import { moduleSyntax } from './module-syntax.js';

/** Texts that would end a comment, a string, a template or a script, or that are special names in JavaScript. */
const HOSTILE = [
  '*/ globalThis.ran = 1; /*',
  '\u2028globalThis.ran = 2;\u2029',
  `${'$'}{globalThis.ran = 3}`,
  '`+(globalThis.ran = 4)+`',
  "'+(globalThis.ran = 5)+'",
  '"+(globalThis.ran = 6)+"',
  '</script><script>globalThis.ran = 7</script>',
  '\\',
  '\\u0027 + globalThis.ran',
  '//@ts-nocheck',
  '\ud800',
  'a\udfff',
  '\r\n',
  '\0\x1b[2J',
  '__proto__',
  'constructor',
  'toString',
  'prototype',
  'hasOwnProperty',
];
const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
/** Texts that a JSDoc comment can contain, in the middle of a line, so that they do not begin a tag. */
const SPOKEN = HOSTILE.filter(
  (text) => !text.includes('*/') && !/[\r\n\0\ud800-\udfff\u2028\u2029]/.test(text),
);

/** Codegen refuses a property named `__proto__` (TW2017). */
const MEMBERS = HOSTILE.filter((text) => text !== '__proto__');

const SOURCE = `import { tool } from 'toolwright';

export enum Choice {
${HOSTILE.map((text, index) => `  ${quoted(`member ${text}`)} = ${quoted(`${text} ${index}`)},`).join('\n')}
}

/** A record. */
export interface Hostile {
${MEMBERS.map((text) => `  /** Says ${SPOKEN.includes(text) ? text : 'nothing'} here. */\n  ${quoted(text)}: ${quoted(text)};`).join('\n')}
}

export class Tools {
  /**
   * It says ${SPOKEN.join(' and ')} and *\u200b/ that.
   * @param hostile as it is
   */
  @tool
  take(hostile: Hostile, choice: Choice, text = ${quoted(HOSTILE.join(' '))}): Hostile {
    return hostile;
  }
}
`;

function generate(out?: string) {
  const { dir } = createScratchProject({ 'package.json': '{ "type": "module" }', 'src/tools.ts': SOURCE });
  const run = generateUncached({ cwd: dir, out });
  expect(run.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return { dir, ...run };
}

/** The contents of the module, loaded in a separate process. */
function load(dir: string, file: string, code: string): { ran: unknown; manifest: unknown; own: unknown } {
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    writeFileSync(path.join(dir, name), text);
  };
  write('dist/tools.js', 'export class Tools {}\n');
  write(`dist/${file}`, code);
  const script = `const { manifest } = await import('./dist/${file}');
    const { properties } = manifest.tools[0].spec.output;
    const own = [Object.hasOwn(properties, 'constructor'), Object.getPrototypeOf(properties) === Object.prototype];
    console.log(JSON.stringify({ ran: globalThis.ran ?? null, manifest: manifest.tools.map(({ spec }) => spec), own }));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: dir, encoding: 'utf8' }),
  );
}

/** What the manifest has of the specifications: all but the places of their sources. */
const promised = (tools: readonly object[]): unknown =>
  JSON.parse(JSON.stringify(tools.map((tool) => ({ ...tool, source: undefined }))));

// A19
describe('a generated module of a project with hostile names and texts', () => {
  it('contains them unchanged, and runs none of them', () => {
    const { dir, output, tools } = generate();
    const { code } = transformSync(output, { loader: 'ts' });
    expect(load(dir, 'toolwright.gen.js', code)).toEqual({
      ran: null,
      manifest: promised(tools),
      own: [true, true],
    });
    const { text, choice } = tools[0]?.parameters.properties ?? {};
    expect(text?.default).toBe(HOSTILE.join(' '));
    expect(choice?.enum).toEqual(HOSTILE.map((one, index) => `${one} ${index}`));
    const members = tools[0]?.output?.properties ?? {};
    expect(Object.keys(members).sort()).toEqual([...MEMBERS].sort());
    for (const one of MEMBERS) {
      const member = Object.getOwnPropertyDescriptor(members, one)?.value;
      expect(member.const).toBe(one);
      if (SPOKEN.includes(one)) expect(member.description).toBe(`Says ${one} here.`);
    }
    for (const text of SPOKEN) expect(tools[0]?.description).toContain(text);
  });

  it.each(['.mjs', '.cjs'])('is harmless in JavaScript, too: %s', (extension) => {
    const { dir, output, tools } = generate(`src/toolwright.gen${extension}`);
    expect(load(dir, `toolwright.gen${extension}`, output)).toEqual({
      ran: null,
      manifest: promised(tools),
      own: [true, true],
    });
  });

  it('has no lines other than its own', () => {
    const { output } = generate();
    for (const unit of '\r\u2028\u2029\0\x1b\ud800\udfff') expect(output).not.toContain(unit);
  });

  it('ends no comment within its types', () => {
    const text = moduleSyntax('module').exportValue('x', "{ '*/ y /*': 1 }", '1');
    expect(text).toBe("/** @type {{ '*\\/ y /*': 1 }} */\nexport const x = 1;\n");
  });
});
