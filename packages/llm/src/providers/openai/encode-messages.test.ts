import type { Message } from '@toolwright/contract';
import { MessageEncoder } from './encode-messages.js';

describe('MessageEncoder', () => {
  const history: readonly Message[] = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    { role: 'tool', tool_call_id: 'c', content: 'x' },
  ];

  it('sends messages themselves, not copies', () => {
    const encoded = new MessageEncoder({ developerRole: false }).encode(history);
    for (const [position, message] of history.entries()) expect(encoded[position]).toBe(message);
  });

  it('encodes a changed message once', () => {
    const message: Message = { role: 'assistant', content: 'Hello', reasoning: 'Hm.' };
    const encoder = new MessageEncoder({ developerRole: false });
    const [first] = encoder.encode([message]);
    expect(first).toEqual({ role: 'assistant', content: 'Hello' });
    expect(encoder.encode([...history, message]).at(-1)).toBe(first);
  });
});
