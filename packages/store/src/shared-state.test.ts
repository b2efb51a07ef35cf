import { restoreState, stateToJson } from './shared-state.js';

class Draft {
  readonly text = 'v2';
}

it('keeps values that survive JSON unchanged, and drops all others', () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const plain = { text: 'a', list: [1, null, { deep: true }] };
  const state = new Map<string, unknown>([
    ['plain', plain],
    ['date', new Date(0)],
    ['number', Number.NaN],
    ['instance', new Draft()],
    ['hole', { member: undefined }],
    ['absent', undefined],
    ['big', 1n],
    ['call', () => 1],
    ['circular', circular],
  ]);
  const kept = stateToJson(state);
  expect(kept).toEqual({ plain });
  const restored = new Map<string, unknown>();
  restoreState(restored, kept);
  expect(restored).toEqual(new Map([['plain', plain]]));
  expect(stateToJson(new Map([['date', new Date(0)]]))).toBeUndefined();
});
