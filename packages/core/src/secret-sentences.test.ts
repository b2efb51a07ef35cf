import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { createJsonLogger } from '@toolwright/logger';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { Agent } from './agent/agent.js';

const SECRET = 'Zx81kQ7-pL0w9';
const PASSWORD = { type: 'string', maxLength: 3 } as const;
const KEY = ['ghp', '_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789'].join('');

const login = new FunctionTool({
  name: 'login',
  description: 'Logs in.',
  parameters: { type: 'object', properties: { password: PASSWORD, x: {} }, additionalProperties: false },
  fn: () => 'in',
});

/** The log of a run. */
async function log(step: ScriptStep, schema?: object): Promise<string> {
  let text = '';
  const agent = new Agent({
    llmClient: scriptedModel([step, 'ok', 'ok']),
    toolRegistry: new ToolRegistry().register(login),
    logger: createJsonLogger({ stream: { write: (piece: string) => (text += piece) } }),
  });
  await (schema === undefined ? agent.run('go') : agent.run('go', { output: schema })).catch(() => {});
  return text;
}

// G4
describe('an error that quotes a value', () => {
  it.each([
    [{ password: SECRET }],
    [{ password: [SECRET] }],
    [{ password: { a: SECRET } }],
    [{ y: 1, password: SECRET }],
  ])('does not log a secret argument: %j', async (args) => {
    const text = await log({ toolCalls: [{ name: 'login', arguments: args }] });
    expect(text).toMatch(/password must be a/);
    expect(text).not.toContain(SECRET);
  });

  it.each([
    `{"password":"${SECRET}"`,
    `{"password":"${SECRET}",}`,
    `{"password":"${SECRET}" "x":1}`,
    `{"password":"${SECRET}","x":nope}`,
    `{"password":["${SECRET}"]`,
    `{password:${SECRET}}`,
    `{"x":"${KEY}"`,
    `{"x":"${KEY}`,
    `{"x":"${KEY}"} y`,
  ])('does not log a secret in broken arguments: %s', async (args) => {
    const text = await log({ toolCalls: [{ name: 'login', arguments: args }] });
    expect(text).toContain('not valid JSON');
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(KEY.slice(-16));
  });

  it.each([
    `{"password":"${SECRET}","n":1}`,
    `{"password":["${SECRET}"],"n":1}`,
    `{"password":"${SECRET}","n":no}`,
  ])('does not log a secret in an answer: %s', async (answer) => {
    const properties = { password: PASSWORD, n: { type: 'integer' } };
    const text = await log(answer, { type: 'object', properties, required: ['password', 'n'] });
    expect(text).toContain('parse-error');
    expect(text).not.toContain(SECRET);
  });
});
