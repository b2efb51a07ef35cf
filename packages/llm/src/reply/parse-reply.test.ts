import { parseReply } from './parse-reply.js';

/** An invented key, assembled here so that no scanner takes this file for a leak. */
const KEY = `sk-proj-${'0123456789abcdef'.repeat(2)}`;

function messageOf(text: string): string {
  try {
    parseReply(text);
  } catch (error) {
    return String(error);
  }
  return '';
}

describe('parseReply', () => {
  // G4
  it.each([0, 6, 150, 180, 192, 198])('shows no part of a secret at character %i', (at) => {
    const message = messageOf(`${'Oops. '.repeat(40).slice(0, at)}${KEY}, ${'and more '.repeat(40)}`);
    expect(message).toContain('The reply is not JSON. It contains: "');
    expect(message).not.toContain('0123');
    expect(message).not.toContain('sk-proj');
  });

  it('shows no part of a key that only its client knows', () => {
    const message = messageOf(`${'Oops. '.repeat(32)}violetotterviolet ${'more '.repeat(9)}`);
    expect(message).toMatch(/Oops\. …"$/);
  });

  it('shows a short reply unchanged', () => {
    expect(messageOf('<html>Not found</html>')).toContain('It contains: "<html>Not found</html>"');
    expect(messageOf(' ')).toContain('It contains: nothing');
  });
});
