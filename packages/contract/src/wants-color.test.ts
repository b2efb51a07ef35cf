import { wantsColor } from './wants-color.js';

const terminal = { isTTY: true };
const pipe = {};

describe('wantsColor', () => {
  it('is for terminals', () => {
    expect(wantsColor(terminal, {})).toBe(true);
    expect(wantsColor(pipe, {})).toBe(false);
    expect(wantsColor(terminal, { TERM: 'dumb' })).toBe(false);
  });

  it('obeys NO_COLOR unless it is empty', () => {
    expect(wantsColor(terminal, { NO_COLOR: '1' })).toBe(false);
    expect(wantsColor(terminal, { NO_COLOR: '' })).toBe(true);
  });

  it('obeys FORCE_COLOR above all', () => {
    expect(wantsColor(pipe, { FORCE_COLOR: '1' })).toBe(true);
    expect(wantsColor(pipe, { FORCE_COLOR: '', NO_COLOR: '1' })).toBe(true);
    expect(wantsColor(terminal, { FORCE_COLOR: '0' })).toBe(false);
    expect(wantsColor(terminal, { FORCE_COLOR: 'false' })).toBe(false);
  });
});
