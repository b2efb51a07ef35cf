import type { LLMDelta } from '@toolwright/contract';
import fc from 'fast-check';
import { FirstCall } from './first-call.js';

/** Follows the arguments of a call in pieces; gives what was watched. */
function follow(name: string, pieces: readonly string[]) {
  const watched: string[] = [];
  const pushed: string[] = [];
  const call = new FirstCall({
    has: (wanted) => wanted === 'write',
    watch: (wanted) => {
      watched.push(wanted);
      return { push: (piece) => void pushed.push(piece) };
    },
  });
  let text = '';
  for (const piece of pieces) {
    const delta: LLMDelta = { type: 'tool-call-delta', index: 0, arguments: piece };
    text += piece;
    call.follow(delta, [{ name, arguments: text }]);
  }
  return { watched, pushed: pushed.join('') };
}

// H2, H5
describe('the first call of a reply', () => {
  it('is not followed while its arguments are short', () => {
    expect(follow('write', ['{"a":1,"', '"b":1}'])).toEqual({ watched: [], pushed: '' });
  });

  it('is followed at once if no tool has its name', () => {
    expect(follow('wrote', ['{', '"a"'])).toEqual({ watched: ['wrote'], pushed: '{"a"' });
  });

  it('is followed from its beginning, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (pieces) => {
        const text = pieces.join('');
        const isLong = text.length >= 24;
        const expected = { watched: isLong ? ['write'] : [], pushed: isLong ? text : '' };
        expect(follow('write', pieces)).toEqual(expected);
      }),
    );
  });

  it('is followed once its name has come after its arguments', () => {
    const watched: string[] = [];
    const pushed: string[] = [];
    const call = new FirstCall({
      has: (name) => name === 'write',
      watch: (name) => {
        watched.push(name);
        return { push: (piece) => void pushed.push(piece) };
      },
    });
    const text = `{"content":"${'x'.repeat(30)}`;
    call.follow({ type: 'tool-call-delta', index: 0, arguments: text }, [{ name: '', arguments: text }]);
    expect({ watched, refused: call.refused }).toEqual({ watched: [], refused: undefined });
    call.follow({ type: 'tool-call-delta', index: 0, name: 'write' }, [{ name: 'write', arguments: text }]);
    expect({ watched, pushed }).toEqual({ watched: ['write'], pushed: [text] });
  });

  it('is left alone when its arguments are replaced', () => {
    const pushed: string[] = [];
    const call = new FirstCall({
      has: () => false,
      watch: () => ({ push: (piece) => void pushed.push(piece) }),
    });
    call.follow({ type: 'tool-call-delta', arguments: '{"a":9' }, [{ name: 'add', arguments: '{"a":9' }]);
    call.follow({ type: 'tool-call-delta', arguments: '{"a":1}', whole: true }, [
      { name: 'add', arguments: '{"a":1}' },
    ]);
    expect(pushed).toEqual(['{"a":9']);
  });
});
