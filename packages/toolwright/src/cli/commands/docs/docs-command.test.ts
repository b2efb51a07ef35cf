import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { createScratch, PROJECT_FILES, removeScratch, runCli } from '../../cli.test.support.js';
import { docsFiles } from './docs-files.js';

const TOOLS = `import { tool } from 'toolwright';

export class Weather {
  /**
   * Weather forecast for a city.
   *
   * Use it for:
   * - days to come
   * - \`rain\` | sun
   *
   * @param city City name | not a code
   * @param days Days ahead
   * @returns Degrees, one for each day
   * @throws {RangeError} when the days are over
   * @example
   * forecast({ city: 'Oslo', days: 3 })
   * @tool { readOnly: true, timeoutMs: 5000 }
   */
  forecast(city: string, days: 1 | 3 | 7 = 1): number[] {
    return [city.length, days];
  }
}
`;
const HOSTILE = `import { tool } from 'toolwright';

/**
 * <script>alert(1)</script> [x](javascript:alert(1)) \u202e
 * # Heading
 * | a | b |
 * @param text </td></table><img src=x onerror=alert(1)> a\\\\|b \`c\\\\|d\` \`\`\`
 * @example
 * \`\`\`
 * </code></pre><script>alert(2)</script>
 */
export const hostile = tool((text: '</code>|' | '\`\`\`' = '\`\`\`'): void => { void text; });
`;

afterAll(removeScratch);
const create = (source: string) => createScratch({ ...PROJECT_FILES, 'src/tools.ts': source });
const read = (folder: string, name: string) => readFileSync(path.join(folder, 'docs/tools', name), 'utf8');

// G5
describe('toolwright docs', () => {
  const folder = create(TOOLS);

  // M9
  it('says which hints were proved', async () => {
    const proving = create(HOSTILE.replace('hostile =', 'harmless ='));
    writeFileSync(path.join(proving, 'toolwright.config.json'), '{ "hints": "proved" }');
    await runCli(['docs'], { cwd: proving });
    expect(read(proving, 'README.md')).toMatch(/read-only \(proved\).*stays within the program \(proved\)/);
    const { stdout } = await runCli(['list', '--json'], { cwd: proving });
    expect(JSON.parse(stdout)).toMatchObject([{ proved: { readOnly: true, openWorld: false } }]);
  });

  it('writes a page for people and a list for models', async () => {
    expect(await runCli(['docs', '--llms'], { cwd: folder })).toEqual({
      code: 0,
      stdout: 'Wrote docs/tools/README.md, docs/tools/index.html, docs/tools/llms.txt, 1 tool.\n',
      stderr: '',
    });
    const page = read(folder, 'README.md');
    expect(page).toBe(`# Tools of scratch

<!-- Made by \`npx toolwright docs\` from the sources of the tools. Do not edit. -->

- [forecast](#forecast): Weather forecast for a city.

## forecast

\`\`\`ts
forecast(city: string, days: 1 | 3 | 7 = 1): number[]
\`\`\`

**read-only** · **ends after 5 s**

Weather forecast for a city.

Use it for:

- days to come
- \`rain\` | sun

**Parameters**

| name | type | default | description |
| --- | --- | --- | --- |
| \`city\` | \`string\` | required | City name \\| not a code |
| \`days\` | \`1 \\| 3 \\| 7\` | \`1\` | Days ahead |

**Result:** \`number[]\`

Degrees, one for each day

**Errors**

- RangeError: when the days are over

**Examples**

\`\`\`ts
forecast({ city: 'Oslo', days: 3 })
\`\`\`

Source: \`src/tools.ts\`
`);
    expect(read(folder, 'llms.txt')).toContain(
      '- [forecast](README.md#forecast): Weather forecast for a city.\n',
    );
  });

  it('is silent about files that are fresh, and fails with --check if one is stale', async () => {
    const again = await runCli(['docs', '--llms'], { cwd: folder });
    expect(again.stdout).toMatch(/^Unchanged: /);
    expect((await runCli(['docs', '--llms', '--check'], { cwd: folder })).code).toBe(0);
    // As Git does on Windows.
    const file = path.join(folder, 'docs/tools/README.md');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
    expect((await runCli(['docs', '--check'], { cwd: folder })).code).toBe(0);
    writeFileSync(file, 'old');
    expect(await runCli(['docs', '--check'], { cwd: folder })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Stale: docs/tools/README.md. Run the command again without --check.\n',
    });
    expect(readFileSync(file, 'utf8')).toBe('old');
  });

  it.each(['README.md', 'index.html', 'llms.txt'])('writes nothing over %s of a person', async (name) => {
    const own = create(TOOLS);
    writeFileSync(path.join(own, name), '# Mine\n');
    expect(await runCli(['docs', '--llms', '--out', '.'], { cwd: own })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${name} was not written by \`toolwright docs\``),
    });
    const there = ['README.md', 'index.html', 'llms.txt'].filter((file) => existsSync(path.join(own, file)));
    expect(there).toEqual([name]);
    expect(readFileSync(path.join(own, name), 'utf8')).toBe('# Mine\n');
  });

  it('renews each of its own files', async () => {
    const own = create(TOOLS);
    await runCli(['docs', '--llms'], { cwd: own });
    writeFileSync(path.join(own, 'src/tools.ts'), TOOLS.replace('Weather forecast', 'The weather'));
    expect((await runCli(['docs', '--llms'], { cwd: own })).stdout).toMatch(/^Wrote .*README.*html.*txt/);
  });

  it('writes nothing after errors', async () => {
    const broken = create(
      "import { tool } from 'toolwright';\nexport const later = tool((f: () => void): void => f());\n",
    );
    const { code, stderr } = await runCli(['docs'], { cwd: broken });
    expect(code).toBe(1);
    expect(stderr).toMatch(/error TW2001[\s\S]*Nothing was written/);
    expect(existsSync(path.join(broken, 'docs'))).toBe(false);
  });

  it('shows hostile JSDoc as text', async () => {
    const hostile = create(HOSTILE);
    expect((await runCli(['docs', '--llms'], { cwd: hostile })).code).toBe(0);
    const html = read(hostile, 'index.html');
    expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('\\u{202e}');
    const markdown = read(hostile, 'README.md');
    expect(markdown).not.toContain('\u202e');
    expect(markdown.replace(/^(`{3,}).*\n[\s\S]*?\n\1$/gm, '')).not.toMatch(
      /^(?:# Heading|\| a)|<script|<img|(?<!\\)\]\(java/m,
    );
    const rows = markdown.split('\n').filter((line) => line.startsWith('| `text`'));
    expect(rows).toHaveLength(1);
  });
});

describe('the page of any texts', () => {
  const HOSTILE_TEXT = fc
    .array(
      fc.constantFrom(
        ...[
          '<',
          '>',
          '&',
          '"',
          "'",
          '`',
          '```',
          '|',
          '\\',
          '\n',
          '\n\n',
          '- ',
          '# ',
          '[',
          '](',
          ')',
          '<!--',
          '-->',
          '\u202e',
          '\0',
          'a',
          ' ',
          '---',
          '~~~',
        ],
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(''));

  it('has no element and no attribute of the texts in HTML, and keeps the structure of the Markdown', () => {
    fc.assert(
      fc.property(HOSTILE_TEXT, HOSTILE_TEXT, HOSTILE_TEXT, (description, name, example) => {
        const parameters = {
          type: 'object',
          properties: { [`x${name}`]: { type: 'string', description, default: name, pattern: name } },
        } as const;
        const spec = {
          name: 'tool',
          description,
          parameters,
          output: { type: 'array', description: example },
          annotations: { tags: [name] },
          source: { file: name, line: 1 },
        } as const;
        const tools = [{ spec, qualifiedName: 'tool', throws: [description], examples: [example] }];
        const [markdown, html] = docsFiles(name, tools, false);
        const tags = new Set(
          html?.text.match(/<[^>]*>/g)?.map((tag) => tag.replace(/^<\/?(\w+)[\s\S]*/, '$1')),
        );
        for (const tag of tags) expect(ALLOWED).toContain(tag);
        const outside = withoutFences(markdown?.text ?? '');
        expect(outside.filter((line) => /^#+ /.test(line))).toHaveLength(2);
        const plain = outside
          .join('\n')
          .replaceAll(/(?<![`\\])(`+)(?!`).*?(?<!`)\1(?!`)|<\/?code>|^<!-- Made.*$/gm, '');
        expect(plain).not.toMatch(/<[a-z!/]/i);
        const cells = outside.filter((line) => line.startsWith('| `') || line.startsWith('| <code>'));
        expect(cells).toHaveLength(1);
        expect(cells[0]?.replaceAll(/\\./g, '').match(/\|/g)).toHaveLength(5);
      }),
    );
  });

  const ALLOWED = [
    ...[
      '<!doctype html>',
      'html',
      'head',
      'meta',
      'title',
      'style',
      'body',
      'nav',
      'ul',
      'li',
      'a',
      'main',
      'section',
    ],
    ...[
      'h1',
      'small',
      'wbr',
      'h2',
      'h3',
      'p',
      'span',
      'code',
      'pre',
      'div',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'em',
      'strong',
    ],
  ];
});

/** The lines of a Markdown text that belong to no fenced code. */
function withoutFences(text: string): string[] {
  let fence: string | undefined;
  return text.split('\n').filter((line) => {
    if (fence !== undefined) {
      if (line === fence) fence = undefined;
      return false;
    }
    fence = /^`{3,}/.exec(line)?.[0];
    return fence === undefined;
  });
}
