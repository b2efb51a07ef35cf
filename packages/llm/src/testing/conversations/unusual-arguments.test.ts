import type { Message } from '@toolwright/contract';
import { createClient } from '../../client/create-client.js';
import { sendJson, sharedRawServer } from '../raw-server.test.support.js';
import { RAW_SUBJECTS, type RawSubject } from './raw-subjects.test.support.js';

const TWICE = '{"city":"Oslo","city":"Rome"}';
const DEEP = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;

/** The member that holds the arguments of a call, for each API that takes them as an object. The others take the text. */
const OBJECTS: ReadonlyMap<string, string> = new Map([
  ['anthropic', 'input'],
  ['google', 'args'],
  ['ollama', 'arguments'],
]);

/** The value of a key anywhere in the messages. */
function find(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (key in value && !Array.isArray(Reflect.get(value, key))) return Reflect.get(value, key);
  for (const member of Object.values(value)) {
    const found = find(member, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

// A7
describe('arguments that no object can hold', () => {
  const server = sharedRawServer();

  describe.each<[string, RawSubject]>(Object.entries(RAW_SUBJECTS))(
    'are sent back to %s',
    (name, subject) => {
      it.each([
        ['with a key that is repeated', TWICE],
        ['with 5,000 levels', DEEP],
      ])('as the model wrote them: %s', async (_kind, text) => {
        server.respond((response) => sendJson(response, subject.whole('Seen.')));
        const baseUrl = server.url.replace(/\/v1$/, subject.path);
        const client = createClient({ ...subject.config, apiKey: 'k', baseUrl });
        const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: text } } as const;
        const messages: readonly Message[] = [
          { role: 'user', content: 'Look.' },
          { role: 'assistant', content: null, tool_calls: [call] },
          { role: 'tool', tool_call_id: 'call_1', content: 'Give each argument once.' },
        ];
        expect(await client.generate(messages, [], {})).toMatchObject({ content: 'Seen.' });
        const { messages: list, input, contents } = Object(server.requests.at(-1)?.body);
        const sent = find(list ?? input ?? contents, OBJECTS.get(name) ?? 'arguments');
        expect(sent).toEqual(OBJECTS.has(name) ? { INVALID_JSON: text } : text);
      });
    },
  );
});
