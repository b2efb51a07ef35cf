import type { LLMProvider, LLMRequest, Message } from '@toolwright/contract';
import { assemble } from '../reply/stream-assembler.js';
import { scriptedModel } from '../testing.js';
import { routeClient } from './route-client.js';

const say = (content: string): readonly Message[] => [{ role: 'user', content }];
const WAYS = {
  generate: (client: LLMProvider, input: string) => client.generate(say(input), [], {}),
  stream: (client: LLMProvider, input: string) => assemble(client.stream?.(say(input), [], {}) ?? []),
};

// H6
describe.each(Object.entries(WAYS))('routeClient: %s', (_, ask) => {
  it('chooses the client of each request, and names the model that answered', async () => {
    const small = scriptedModel(['Small.'], { model: 'small' });
    const large = scriptedModel(['Large.'], { model: 'large' });
    const isLong = ({ messages }: LLMRequest) => String(messages.at(-1)?.content).length > 10;
    const client = routeClient(async (request) => (isLong(request) ? large : small));
    expect(await ask(client, 'Hi')).toMatchObject({ content: 'Small.', answeredBy: { model: 'small' } });
    expect(await ask(client, 'A long question')).toMatchObject({ answeredBy: { model: 'large' } });
  });

  it('reports a function that throws or returns no client', async () => {
    const throwing = routeClient(() => {
      throw new Error('oops');
    });
    await expect(ask(throwing, 'Hi')).rejects.toMatchObject({
      code: 'CALLBACK_FAILED',
      message: 'The function passed to routeClient threw an error: oops',
    });
    // Functions of plain JavaScript can return anything.
    await expect(
      ask(
        routeClient(() => undefined as never),
        'Hi',
      ),
    ).rejects.toMatchObject({
      code: 'CALLBACK_FAILED',
    });
  });
});

it('a route is not asked after an abort', async () => {
  const controller = new AbortController();
  const model = scriptedModel(['never']);
  const client = routeClient(async () => {
    controller.abort();
    return model;
  });
  await expect(client.generate(say('Hi'), [], { signal: controller.signal })).rejects.toMatchObject({
    code: 'ABORTED',
  });
  expect(model.requests).toEqual([]);
});

it('a route whose function hangs ends with the signal', async () => {
  const hanging = routeClient(() => new Promise(() => {}));
  await expect(hanging.generate(say('Hi'), [], { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'ABORTED',
  });
  const controller = new AbortController();
  const reply = hanging.generate(say('Hi'), [], { signal: controller.signal });
  controller.abort();
  await expect(reply).rejects.toMatchObject({ code: 'ABORTED' });
});

it('a route to itself is an error', async () => {
  const client: LLMProvider = routeClient(() => client);
  await expect(client.generate(say('Hi'), [], {})).rejects.toMatchObject({ code: 'CALLBACK_FAILED' });
});

it('a route needs a function', () => {
  expect(() => routeClient(undefined as never)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
});
