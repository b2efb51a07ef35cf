import { growth } from '../../../scripts/growth.mjs';
import { describeUnknown, unknownToolMessage } from './unknown-name.js';

// A7, B4
describe('the error about an unknown name', () => {
  it('suggests the nearest name and lists the available ones', () => {
    expect(unknownToolMessage('forcast', ['alerts', 'forecast'])).toBe(
      "Tool 'forcast' not found. Did you mean 'forecast'? Available: alerts, forecast.",
    );
    expect(unknownToolMessage('x', ['alerts'])).toBe("Tool 'x' not found. Available: alerts.");
    expect(unknownToolMessage('x', [])).toBe("Tool 'x' not found. No tools are available.");
    expect(describeUnknown('Prompt', 'gret', ['greet'])).toEqual({
      problem: "Prompt 'gret' not found.",
      hint: "Did you mean 'greet'? Available: greet.",
      message: "Prompt 'gret' not found. Did you mean 'greet'? Available: greet.",
    });
  });

  it('lists a bounded number of names', () => {
    const names = Array.from({ length: 60 }, (_, index) => `tool_number_${index}`);
    expect(unknownToolMessage('x', names)).toMatch(/tool_number_49 and 10 more\.$/);
  });

  it('shows hostile names truncated and without control characters', async () => {
    const name = '\u001b[2J\u202e\ud83d\n\u2028';
    expect(unknownToolMessage(name, [`a${name}`])).toContain(
      "Tool '\\u001b[2J\\u202e\\ud83d\\u000a\\u2028' not found. Did you mean 'a\\u001b",
    );
    const messageFor = (length: number) => unknownToolMessage('x'.repeat(length), ['y'.repeat(length)]);
    expect(messageFor(1_000_000).length).toBeLessThan(400);
    expect(await growth(messageFor, [62_500, 250_000, 1_000_000])).toBe('linear');
    // Callers in plain JavaScript may pass anything.
    expect(unknownToolMessage(undefined as never, ['a'])).toContain("Tool 'undefined' not found");
    const silent = {
      toString() {
        throw new Error('no text');
      },
    };
    expect(unknownToolMessage(silent as never, ['a'])).toContain("Tool '[object Object]' not found");
  });
});
