import type { ToolSpec } from '@toolwright/contract';
import { getDialect } from '../get-dialect.js';

it('sends the `meta` of a tool as `_meta`, which no other dialect sends', () => {
  const meta = { ui: { resourceUri: 'ui://stock/shelf' } };
  const spec: ToolSpec = {
    name: 'shelf',
    description: 'Shows a shelf.',
    parameters: { type: 'object', properties: {} },
    annotations: { meta },
    source: { file: 'src/stock.ts', line: 1 },
  };
  expect(getDialect('mcp').wireTool(spec)._meta).toEqual(meta);
  expect(getDialect('mcp').wireTool({ ...spec, annotations: {} })).not.toHaveProperty('_meta');
  for (const name of ['openai', 'anthropic', 'gemini', 'json-schema'] as const)
    expect(JSON.stringify(getDialect(name).wireTool(spec))).not.toContain('ui://');
});
