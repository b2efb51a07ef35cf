import { readCallResult } from './call-result.js';

const info = { name: 'chart', description: '', readOnly: false, destructive: false };
const remote = { info, outputValidator: undefined };
const text = { type: 'text' as const, text: 'see' };
const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' };

// F3
describe('the content of a result that is not text', () => {
  it('is replaced by a line of text on request', () => {
    const value = readCallResult(remote, { content: [text, image] }, 'describe');
    expect(value).toBe('see\n[image: image/png, 4 characters of base64]');
  });

  it('is returned as the server sent it on request', () => {
    expect(readCallResult(remote, { content: [text, image] }, 'keep')).toEqual([text, image]);
  });

  it.each(['describe', 'keep'] as const)('is left out beside structured content with %s', (mode) => {
    const result = { content: [text, image], structuredContent: { n: 1 } };
    expect(readCallResult(remote, result, mode)).toEqual({ n: 1 });
  });
});
