import fc from 'fast-check';
import { EventRewriter } from './event-rewriter.js';

function rewrite(...chunks: (string | Uint8Array)[]) {
  const ids: string[] = [];
  const data: string[] = [];
  const rewriter = new EventRewriter({
    onId: (id) => ids.push(id),
    readData: (text) => {
      data.push(text);
      return text;
    },
    tooLarge: () => new Error('too large'),
  });
  const written = chunks.map((chunk) => rewriter.write(Buffer.from(chunk))).join('');
  return { ids, data, written };
}

describe('the position in a stream of events', () => {
  it.each([
    ['an event', 'id: e7\ndata: x\n\n', ['e7']],
    ['an event without data', 'id: e7\n\n', ['e7']],
    ['an event with empty data', 'retry: 50\nid: e7\ndata:\n\n', ['e7']],
    ['an id that is cleared', 'id: e8\ndata: x\n\nid:\ndata: x\n\n', ['e8', '']],
    ['an id that is cleared without a colon', 'id: e8\ndata: x\n\nid\ndata: x\n\n', ['e8', '']],
    ['later events without ids', 'id: e7\ndata: x\n\ndata: y\n\n', ['e7', 'e7']],
    ['an event that has not ended', 'id: e7\ndata: x\n', []],
    ['an id with the character 0', 'id: e7\ndata: x\n\nid: e\u00008\ndata: y\n\n', ['e7', 'e7']],
    ['comments', ': id: e7\n\n', []],
    ['other fields', 'ids: e7\nID: e7\ndata: id: e7\n\n', []],
    ['lines of all kinds', 'id: a\rdata: x\r\rid: b\r\ndata: x\r\n\r\n', ['a', 'b']],
    ['only one space', 'id:  e7 \ndata: x\n\n', [' e7 ']],
  ])('of %s', (_, text, ids) => {
    expect(rewrite(text).ids).toEqual(ids);
  });
});

it('a stream of events reads the same however it is cut, and once more after it was written anew', () => {
  const line = fc.constantFrom(
    'id: a',
    'id:',
    'data: ä€😀',
    'data',
    'data:  x',
    'event: message',
    'retry: 5',
    ': hm',
    '',
    '',
  );
  const end = fc.constantFrom('\n', '\r', '\r\n');
  const lines = fc.array(fc.tuple(line, end), { maxLength: 30 });
  fc.assert(
    fc.property(lines, fc.array(fc.nat(400), { maxLength: 20 }), (all, cuts) => {
      const bytes = Buffer.from(`${all.map(([text, ending]) => text + ending).join('')}\n\n`);
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const chunks = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
      const whole = rewrite(bytes);
      expect(rewrite(...chunks)).toEqual(whole);
      const again = rewrite(whole.written);
      expect(again.data).toEqual(whole.data);
    }),
  );
});
