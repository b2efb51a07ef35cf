import { toolHints } from './tool-hints.js';

// M9
describe('the hints of a tool', () => {
  it('are those of the source, then those that were proved', () => {
    expect(toolHints({ annotations: {} })).toEqual({});
    expect(toolHints({ annotations: { openWorld: true }, proved: { openWorld: false } })).toEqual({
      openWorld: true,
    });
    expect(
      toolHints({ annotations: { readOnly: false }, proved: { readOnly: true, openWorld: false } }),
    ).toEqual({
      readOnly: false,
      openWorld: false,
    });
  });

  it('include what follows from another hint', () => {
    const harmless = { readOnly: true, destructive: false, idempotent: true };
    expect(toolHints({ annotations: { readOnly: true } })).toEqual(harmless);
    expect(toolHints({ annotations: {}, proved: { readOnly: true } })).toEqual(harmless);
    expect(toolHints({ annotations: { destructive: true } })).toEqual({ readOnly: false, destructive: true });
  });

  it('never replace what the source states', () => {
    const stated = { readOnly: true, destructive: true, idempotent: false };
    expect(toolHints({ annotations: stated })).toEqual(stated);
  });

  it('say nothing of what a hint leaves open', () => {
    expect(toolHints({ annotations: { readOnly: false } })).toEqual({ readOnly: false });
    expect(toolHints({ annotations: { destructive: false } })).toEqual({ destructive: false });
  });
});
