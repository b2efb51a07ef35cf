import type { ToolSpec } from '@toolwright/contract';
import { ToolEncoder } from './encode-tools.js';

const spec = (name: string): ToolSpec => ({
  name,
  description: '',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  annotations: {},
  source: { file: 'a.ts', line: 1 },
});

describe('ToolEncoder', () => {
  it('encodes a list once, and a tool of several lists once', () => {
    const encoder = new ToolEncoder();
    const a = spec('a');
    const list = [a, spec('b')];
    const encoded = encoder.encode(list);
    expect(encoder.encode(list)).toBe(encoded);
    expect(encoder.encode([a])[0]).toBe(encoded[0]);
  });

  it('sees a tool that was added to a list', () => {
    const encoder = new ToolEncoder();
    const list = [spec('a')];
    encoder.encode(list);
    list.push(spec('b'));
    expect(encoder.encode(list)).toHaveLength(2);
  });
});
