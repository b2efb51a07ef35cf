import type { ToolSpec } from '@toolwright/contract';
import { isRepeatable } from './open-run.js';

const tool = (more: Partial<ToolSpec>): ToolSpec => ({
  name: 'find',
  description: 'Finds.',
  parameters: { type: 'object', properties: {} },
  annotations: {},
  ...more,
});

// M9
describe('a call that was cut off', () => {
  it('is repeated if the source says that this is safe, not if only the code does', () => {
    expect(isRepeatable(tool({ annotations: { readOnly: true } }))).toBe(true);
    expect(isRepeatable(tool({ annotations: { idempotent: true } }))).toBe(true);
    expect(isRepeatable(tool({ proved: { readOnly: true, openWorld: false } }))).toBe(false);
    expect(isRepeatable(undefined)).toBeUndefined();
  });
});
