import { CallBook } from './call-book.js';

// K1
it('forgets the calls that have ended first, and none that goes on', () => {
  const book = new CallBook(() => {});
  const begin = (callId: string) => book.note({ type: 'call-start', callId, tool: 'a', arguments: {} });
  const end = (callId: string) => book.note({ type: 'call-result', callId, result: 1, omitted: 0 });
  begin('open');
  for (let index = 0; index < 300; index++) {
    begin(`${index}`);
    end(`${index}`);
  }
  expect(book.list()).toHaveLength(200);
  expect(book.find('open')?.end).toBeUndefined();
  expect(book.find('open')).toBeDefined();
  expect(book.find('299')).toBeDefined();
  expect(book.find('0')).toBeUndefined();
  expect(book.isBusy).toBe(true);
  end('open');
  expect(book.isBusy).toBe(false);
  book.close();
});
