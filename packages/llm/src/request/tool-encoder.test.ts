import type { ToolSpec } from '@toolwright/contract';
import { ToolEncoder } from './tool-encoder.js';

const spec = (name: string): ToolSpec => ({
  name,
  description: '',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  annotations: {},
  source: { file: 'a.ts', line: 1 },
});

describe('ToolEncoder', () => {
  it('encodes a list once, and a tool of several lists once', () => {
    const encoder = new ToolEncoder('openai');
    const a = spec('a');
    const list = [a, spec('b')];
    const encoded = encoder.encode(list);
    expect(encoder.encode(list)).toBe(encoded);
    expect(encoder.encode([a]).tools[0]).toBe(encoded.tools[0]);
  });

  it('sees a tool that was added to a list', () => {
    const encoder = new ToolEncoder('openai');
    const list = [spec('a')];
    encoder.encode(list);
    list.push(spec('b'));
    expect(encoder.encode(list).tools).toHaveLength(2);
  });
});
