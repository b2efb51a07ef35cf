import type { ToolSpec } from '@toolwright/contract';
import { hintsOf } from './hints.js';

const labels = (more: Partial<ToolSpec>): string[] =>
  hintsOf({
    name: 'find',
    description: 'Finds.',
    parameters: { type: 'object', properties: {} },
    annotations: {},
    ...more,
  }).map(({ label }) => label);

// M9
describe('the hints on the page of a tool', () => {
  it('say which of them were proved', () => {
    expect(labels({ annotations: { readOnly: true } })).toEqual(['read-only']);
    expect(labels({ proved: { readOnly: true, openWorld: true } })).toEqual([
      'read-only (proved)',
      'open world (proved)',
    ]);
    expect(labels({ annotations: { readOnly: false }, proved: { readOnly: true } })).toEqual([]);
    expect(labels({ proved: { readOnly: false, openWorld: false } })).toEqual([]);
  });
});
