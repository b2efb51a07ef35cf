import { newest } from './newest.js';

// K1
describe('a value of the server', () => {
  const setup = () => {
    const values: string[] = [];
    const replies: ((value: string) => void)[] = [];
    const value = newest<string>((next) => values.push(next));
    const load = () => value.load(() => new Promise((resolve) => replies.push(resolve)));
    return { values, replies, value, load };
  };

  it('is not replaced by a reply that is older than an update', async () => {
    const { values, replies, value, load } = setup();
    const loading = load();
    value.take('ready');
    replies[0]?.('starting');
    await loading;
    expect(values).toEqual(['ready']);
  });

  it('is that of the last request, in whatever order the replies come', async () => {
    const { values, replies, load } = setup();
    const loading = [load(), load()];
    replies[1]?.('new');
    replies[0]?.('old');
    await Promise.all(loading);
    expect(values).toEqual(['new']);
  });

  it('follows replies and updates', async () => {
    const { values, replies, value, load } = setup();
    const loading = load();
    replies[0]?.('starting');
    await loading;
    value.take('ready');
    expect(values).toEqual(['starting', 'ready']);
  });
});
