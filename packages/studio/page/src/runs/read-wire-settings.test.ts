import { HOSTILE_TEXT } from '../../test/fixture/hostile-texts.js';
import { readWireSettings } from './read-wire-settings.js';

// K2
it.each([
  [
    'OpenAI',
    {
      model: 'gpt-5-mini',
      messages: [],
      temperature: 0.2,
      max_completion_tokens: 800,
      response_format: { type: 'json_object' },
      stream: true,
      stream_options: { include_usage: true },
      tools: [{ type: 'function', function: { name: 'forecast', parameters: {} } }],
      tool_choice: 'auto',
    },
    {
      short: ['temperature 0.2', 'max_completion_tokens 800', 'tool_choice auto'],
      others: { response_format: { type: 'json_object' } },
      tools: ['forecast'],
    },
  ],
  [
    'responses',
    {
      model: 'gpt-5-mini',
      instructions: 'Be brief.',
      input: [],
      store: false,
      reasoning: { effort: 'low' },
      tools: [{ type: 'function', name: 'forecast' }, { type: 'web_search' }],
    },
    { short: ['store false'], others: { reasoning: { effort: 'low' } }, tools: ['forecast', 'web_search'] },
  ],
  [
    'Anthropic',
    {
      model: 'claude-sonnet-5',
      max_tokens: 4_096,
      system: [],
      messages: [],
      tools: [{ name: 'forecast', input_schema: {} }],
      tool_choice: { type: 'any' },
    },
    { short: ['max_tokens 4096'], others: { tool_choice: { type: 'any' } }, tools: ['forecast'] },
  ],
  [
    'Gemini',
    {
      contents: [],
      systemInstruction: { parts: [] },
      generationConfig: { temperature: 0, seed: null },
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
      tools: [{ functionDeclarations: [{ name: 'forecast' }, { name: 'warn' }] }, { googleSearch: {} }],
    },
    {
      short: ['temperature 0', 'seed null'],
      others: { toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
      tools: ['forecast', 'warn', 'googleSearch'],
    },
  ],
])('reads the settings and the tools of a request to %s', (_, body, settings) => {
  expect(readWireSettings(JSON.stringify(body))).toEqual(settings);
});

it('shows settings with the digits that were sent, and long ones apart', () => {
  const note = 'Say 12345678901234567890. '.repeat(9);
  const body = `{"messages":[],"seed":-12345678901234567890,"top_p":1.0,"note":${JSON.stringify(note)},"__proto__":7}`;
  expect(readWireSettings(body)).toEqual({
    short: ['seed -12345678901234567890', 'top_p 1.0', '__proto__ 7'],
    others: { note },
    tools: [],
  });
});

it('reads no settings from a body that is cut or has another form, in linear time', () => {
  const cut = `{"messages":"${'\\"1'.repeat(200_000)}`;
  for (const body of ['', '[1]', '7', '{"prompt": "Hi"}', '{"messages": [', cut, HOSTILE_TEXT]) {
    expect(readWireSettings(body)).toBeUndefined();
  }
  expect(readWireSettings(`${cut}","n":${'1'.repeat(200_000)}.5}`)?.short).toEqual([]);
});
