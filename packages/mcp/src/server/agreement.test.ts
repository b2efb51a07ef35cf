import type { ToolSpec } from '@toolwright/contract';
import { agreement } from './agreement.js';
import type { McpCall } from './mcp-call.js';

const erase: ToolSpec = {
  name: 'erase',
  description: 'Erases a file.',
  parameters: { type: 'object', properties: {} },
  annotations: { needsApproval: true },
  source: { file: 'x.ts', line: 1 },
};

async function ask(
  args: unknown,
): Promise<{ readonly asked: readonly string[]; readonly refusal: string | undefined }> {
  const asked: string[] = [];
  const elicit: McpCall['elicit'] = async ({ message }) => {
    asked.push(message);
    return { action: 'accept' };
  };
  const createMessage = () => Promise.reject(new Error('No model is asked.'));
  const refusal = await agreement(erase, args, {
    clientCapabilities: { elicitation: {} },
    elicit,
    createMessage,
    listRoots: createMessage,
  });
  return { asked, refusal };
}

describe('the question whether a call is allowed', () => {
  it('shows every argument as a whole, the short ones first', async () => {
    const text = 'x'.repeat(10_000);
    const { asked, refusal } = await ask({ text, path: '/etc/passwd', deep: { force: true } });
    expect(refusal).toBeUndefined();
    expect(asked).toEqual([`Allow erase?\npath: "/etc/passwd"\ndeep: {"force":true}\ntext: "${text}"`]);
  });

  it('is not asked if it would be too long to be shown as a whole', async () => {
    const { asked, refusal } = await ask({ text: 'x'.repeat(20_000), path: '/etc/passwd' });
    expect(asked).toEqual([]);
    expect(refusal).toMatch(
      /^'erase' needs a person's approval, but its arguments are too long to be shown: 20,?0\d\d/,
    );
  });

  it('shows hidden characters and line breaks as their codes', async () => {
    const { asked } = await ask({ path: 'a\u202egnp.exe\u200b\n/etc', 'na\nme': 1 });
    expect(asked).toEqual(['Allow erase?\nna\\u{a}me: 1\npath: "a\\u{202e}gnp.exe\\u{200b}\\n/etc"']);
  });

  it.each([
    ['a variation selector beyond the first sixteen', 0xe01ef],
    ['a Mongolian variation selector', 0x180b],
    ['an inherent vowel of Khmer', 0x17b4],
    ['a filler', 0x3164],
    ['an empty pattern of Braille', 0x2800],
    ['a space that is as wide as a letter', 0x3000],
    ['a space that does not break', 0xa0],
  ])('shows %s as its code', async (_, code) => {
    const { asked } = await ask({ path: `/etc${String.fromCodePoint(code)}/passwd` });
    expect(asked).toEqual([`Allow erase?\npath: "/etc\\u{${code.toString(16)}}/passwd"`]);
  });

  it('says that there are no arguments', async () => {
    expect((await ask({})).asked).toEqual(['Allow erase? It has no arguments.']);
  });
});
