/** What a tool returned is never dropped: the tool has run. */
import { endAll } from './connected.test.support.js';
import { connect, serve, tool } from './plain-server.test.support.js';

afterEach(endAll);

const outputSchema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
const text = { type: 'text', text: 'pushed main' };

async function push(revision: string, result: object, more: object = { outputSchema }, inner?: string) {
  const url = await serve(revision, ({ method }) => {
    if (method === 'tools/list') return { tools: [tool('push', more)] };
    return method === 'tools/call' ? result : undefined;
  });
  const { registry, warnings } = await connect({ url });
  return { outcome: await registry.execute('push', {}, { inner }), warnings: warnings() };
}

describe.each(['2025-11-25', '2026-07-28'])('a server of %s', (revision) => {
  it.each([
    [
      'without the structure that it declares',
      { content: [text] },
      /^pushed main\n\(The tool has run, but the structured content/,
    ],
    ['with nothing at all', { content: [] }, /^\(The tool has run, but the structured content/],
    [
      'with a structure that does not fit',
      { content: [text], structuredContent: { ok: 'yes' } },
      /^pushed main\n\{"ok":"yes"\}\n\(The tool has run, but its structured content is invalid: ok must be true or false/,
    ],
    [
      'with such a structure and its text',
      { content: [{ type: 'text', text: '{ "ok": "yes" }' }], structuredContent: { ok: 'yes' } },
      /^\{ "ok": "yes" \}\n\(The tool has run/,
    ],
  ])('that answers %s', async (_, result, expected) => {
    const { outcome, warnings } = await push(revision, result);
    expect(outcome).toEqual({ result: expect.stringMatching(expected), error: null });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.message).toContain("'push'");
    expect(warnings[0]?.error).toMatchObject({ code: 'INVALID_RESULT' });
  });

  // J1
  it.each([
    ['without the structure that it declares', {}, 'the structured content that it declares is missing'],
    ['with another structure', { structuredContent: { ok: 'yes' } }, 'ok must be true or false'],
  ])('that answers a program %s fails its call, which says that the tool has run', async (_, more, why) => {
    const { outcome, warnings } = await push(
      revision,
      { content: [text], ...more },
      { outputSchema },
      'runProgram',
    );
    expect(outcome).toEqual({
      result: null,
      error: expect.stringMatching(/^pushed main\n.*\(The tool has run, but/s),
    });
    expect(outcome.error).toContain(why);
    expect(warnings).toHaveLength(1);
    const fitting = { content: [text, null], structuredContent: { ok: true } };
    expect((await push(revision, fitting, { outputSchema }, 'runProgram')).outcome).toEqual({
      result: { ok: true },
      error: null,
    });
    expect((await push(revision, { content: [text] }, {}, 'runProgram')).outcome.result).toBe('pushed main');
  });

  it.each([
    ['an image without data', { type: 'image', mimeType: 'image/png' }],
    ['a part of an unknown kind', { type: 'hologram', data: 'x' }],
    ['a resource without an address', { type: 'resource', resource: { text: 'x' } }],
    ['a text', 'x'],
    ['null', null],
  ])('that answers with %s beside a text loses neither', async (_, part) => {
    const { outcome, warnings } = await push(revision, { content: [text, part] }, {});
    const shown = typeof part === 'string' ? part : JSON.stringify(part);
    expect(outcome.error).toBeNull();
    expect(outcome.result).toBe(
      `pushed main\n${shown}\n(The tool has run, but part 2 of its content violates the protocol.)`,
    );
    expect(warnings).toHaveLength(1);
  });

  it('that answers with something other than content gives that', async () => {
    const { outcome } = await push(revision, { toolResult: { ok: true } }, {});
    expect(outcome.result).toMatch(/^\{.*"toolResult":\{"ok":true\}.*\}\n\(The tool has run/);
    expect(outcome.error).toBeNull();
  });

  it('gives the structure of a failure without a text', async () => {
    const { outcome } = await push(revision, {
      content: [],
      structuredContent: { ok: false },
      isError: true,
    });
    expect(outcome).toEqual({ result: null, error: '{"ok":false}' });
  });

  it('gives as much of a result as the registry takes', async () => {
    const { outcome } = await push(
      revision,
      { content: [{ type: 'text', text: 'y'.repeat(4_100_000) }] },
      {},
    );
    expect(outcome.error).toBeNull();
    expect(String(outcome.result)).toMatch(/^y{1000}/);
    expect(String(outcome.result).slice(-300)).toMatch(
      /y\n\(The result was truncated: it has 4,100,000 characters, of which .* are kept\.\)$/,
    );
  });
});

it('null is a result where the output schema takes it, and absent elsewhere', async () => {
  const nullable = { outputSchema: { type: ['object', 'null'] } };
  const result = { content: [text], structuredContent: null };
  expect((await push('2026-07-28', result, nullable)).outcome).toEqual({ result: null, error: null });
  expect((await push('2026-07-28', result)).outcome.result).toMatch(/^pushed main\n\(The tool has run/);
  expect((await push('2025-11-25', result, {})).outcome).toEqual({ result: 'pushed main', error: null });
});
