import { PassThrough } from 'node:stream';
import { printable } from './printable.js';
import { Progress } from './progress.js';

describe('the line of progress', () => {
  it('has the phase, elapsed time, tool calls, and the end of the text that the model writes', () => {
    let time = 0;
    const progress = new Progress({ stderr: new PassThrough() }, false, () => time);
    progress.show({ type: 'phase-start', phase: 'answer', capability: 'commit' });
    progress.show({ type: 'tool-call', callId: '1', name: 'gitDiff', arguments: '{}' });
    time = 2_340;
    expect(progress.line).toBe('working · 2.3 s · 1 tool call · gitDiff');
    progress.preview('{"title": "Fix \u001b[31mthe ');
    expect(progress.line).toBe('working · 2.3 s · 1 tool call · title : Fix 31mthe');
    progress.stop();
  });

  it('is drawn in a terminal only', async () => {
    const written = async (isTTY: boolean) => {
      const stream = Object.assign(new PassThrough(), {
        isTTY,
        columns: 80,
        cursorTo: () => true,
        clearLine: () => true,
        moveCursor: () => true,
      });
      const progress = new Progress({ stderr: stream }, false);
      progress.stop();
      return String(stream.read() ?? '');
    };
    expect(await written(true)).toContain('starting');
    expect(await written(false)).toBe('');
  });
});

describe('text for a terminal', () => {
  it('cannot control the terminal', () => {
    expect(printable('a\u001b]0;title\u0007b\r\nc\td\u202Ee\u009b31m')).toBe('a]0;titleb\nc\tde31m');
  });
});
