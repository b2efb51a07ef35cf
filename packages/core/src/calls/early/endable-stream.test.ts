import { EndableStream } from './endable-stream.js';

// H5
describe('a stream that can be ended', () => {
  it('does not tell of what its source throws after that', async () => {
    const source: AsyncIterator<number> = {
      next: () => new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 5)),
      return: () => Promise.reject(new Error('late, too')),
    };
    const aborted: boolean[] = [];
    const stream = new EndableStream(source, () => aborted.push(true));
    stream.isUnwanted = true;
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect([stream.isCut, aborted]).toEqual([true, [true]]);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
});
