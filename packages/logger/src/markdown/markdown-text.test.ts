import fc from 'fast-check';
import { growth } from '../../../../scripts/growth.mjs';
import { createConsoleLogger } from '../console-logger.js';
import { assistant } from '../console-logger.test.support.js';
import { MarkdownText } from './markdown-text.js';
import { MARKS } from './marks.js';

/** Renders text in pieces. Bold text is shown as `<b>…</b>`, code as `<c>…</c>`, fences as `<q>…</q>`. */
function render(text: string, size = 3): string {
  const markdown = new MarkdownText();
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
  let shown = pieces.map((piece) => markdown.push(piece)).join('') + markdown.end();
  for (const [look, tag] of [
    ['strong', 'b'],
    ['code', 'c'],
    ['quiet', 'q'],
  ] as const) {
    shown = shown.replaceAll(MARKS[look][0], `<${tag}>`).replaceAll(MARKS[look][1], `</${tag}>`);
  }
  return shown;
}

describe('Markdown on a terminal', () => {
  it.each([
    ['Oslo has **12 inns**.', 'Oslo has <b>12 inns</b>.'],
    ['Call `run()` or `stop()`', 'Call <c>run()</c> or <c>stop()</c>'],
    ['## The answer\ntext', '<b>The answer</b>\ntext'],
    ['- one\n  * two\n1. three', '• one\n  • two\n1. three'],
    ['| **a** | `b` |\n|---|---|', '| **a** | `b` |\n|---|---|'],
    ['```ts\n- **x** = `y`;\n```\n**z**', '<q>```ts</q>\n<c>- **x** = `y`;</c>\n<q>```</q>\n<b>z</b>'],
    ['~~~\n```\n- x\n~~~', '<q>~~~</q>\n<c>```</c>\n<c>- x</c>\n<q>~~~</q>'],
    ['**two** words, **one**', '<b>two</b> words, <b>one</b>'],
  ])('renders %j', (text, expected) => {
    for (const size of [1, 3, 99]) expect(render(text, size)).toBe(expected);
  });

  it.each([
    '2 ** 3 ** 4 and 2**3**4',
    'f(*args, **kwargs)',
    'an open **word\nand an open `tick',
    '*italic* and ***both*** and ``two``',
    '#hashtag and -5 and snake_case_name',
    '---',
    '**',
    '`',
    '#',
    '```'.slice(1),
  ])('leaves %j as it is', (text) => {
    for (const size of [1, 3, 99]) expect(render(text, size)).toBe(text);
  });

  it('loses nothing but marks, however the text is cut', () => {
    const unit = fc.constantFrom('a', ' ', '*', '**', '`', '#', '-', '|', '\n', '```', '~', '京', '👍');
    fc.assert(
      fc.property(fc.array(unit), fc.integer({ min: 1, max: 5 }), (units, size) => {
        const text = units.join('');
        const plain = (shown: string): string => shown.replaceAll(/<\/?[bcq]>|[*`#•\-\s]/g, '');
        expect(plain(render(text, size))).toBe(plain(text));
        expect(render(text, size)).toBe(render(text, 99));
      }),
    );
  });

  it.each(['**a', '`', '*', '# ', '- ', '```\n', '**a** ', ' '])('takes linear time: %j', async (unit) => {
    expect(await growth((count: number) => render(unit.repeat(count), 8), [1_000, 4_000, 16_000])).toBe(
      'linear',
    );
  });
});

// A14
describe('the answers of the console', () => {
  const answer = '# Inns\n\n- **Oslo Inn** costs `50` and lies in the middle of the city';
  function print(options: object): string {
    let text = '';
    const stream = { write: (piece: string) => (text += piece), isTTY: true, columns: 40 };
    createConsoleLogger({ stream, env: {}, ...options }).log(assistant(answer), { runId: '1', agent: 'a' });
    return text;
  }

  it('are rendered on a terminal with colours', () => {
    const text = print({});
    expect(text).toContain('\u001b[1m\u001b[4m\u001b[32mOslo Inn\u001b[39m\u001b[24m\u001b[22m');
    expect(text).toContain('\u001b[36m50\u001b[39m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
    const lines = text.replace(/\u001b\[\d+m/g, '').split('\n');
    expect(lines).toEqual([
      'Assistant  Inns',
      '',
      '           • Oslo Inn costs 50 and lies',
      '             in the middle of the city',
      '',
    ]);
  });

  it('are text everywhere else', () => {
    for (const options of [{ env: { NO_COLOR: '1' } }, { color: false }, { env: { TERM: 'dumb' } }]) {
      expect(print(options)).toContain('# Inns\n\n           - **Oslo Inn** costs `50`');
    }
    let text = '';
    const piped = createConsoleLogger({
      stream: { write: (piece) => (text += piece) },
      env: {},
      color: true,
    });
    piped.log(assistant(answer), { runId: '1', agent: 'a' });
    expect(text).toContain('**Oslo Inn** costs `50`');
  });
});
