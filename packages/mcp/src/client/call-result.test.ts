import { findAttached } from '@toolwright/contract';
import { readCallResult } from './call-result.js';

const info = { name: 'chart', description: '', readOnly: false, destructive: false };
const remote = { info, outputValidator: undefined };
const text = { type: 'text' as const, text: 'see' };
const PNG = Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64');
const picture = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' };

// F3
describe('the content of a result that is not text', () => {
  it('is replaced by a line of text on request', () => {
    const value = readCallResult(remote, { content: [text, image] }, { content: 'describe' });
    expect(value).toBe('see\n[image: image/png, 4 characters of base64]');
  });

  it('is returned as the server sent it on request', () => {
    expect(readCallResult(remote, { content: [text, image] }, { content: 'keep' })).toEqual([text, image]);
  });

  it('is left out beside structured content with describe, and attached to it otherwise', () => {
    const read = (mode?: 'describe' | 'keep') =>
      readCallResult(remote, { content: [text, picture], structuredContent: { n: 1 } }, { content: mode });
    for (const mode of ['describe', 'keep', undefined] as const) expect(read(mode)).toEqual({ n: 1 });
    expect(findAttached(Object(read('describe')))).toBeUndefined();
    const url = `data:image/png;base64,${PNG}`;
    for (const mode of ['keep', undefined] as const)
      expect(findAttached(Object(read(mode)))).toEqual([{ type: 'image_url', image_url: { url } }]);
  });
});

// F3
describe('nothing of a result is lost', () => {
  it('of a failure that has data beside its text', () => {
    const data = { code: 5, why: 'disk full' };
    const read = (sent: object) => () => readCallResult(remote, sent, { content: undefined });
    expect(read({ content: [text], structuredContent: data, isError: true })).toThrow(
      'see\n{"code":5,"why":"disk full"}',
    );
    const again = { type: 'text', text: JSON.stringify(data) };
    expect(read({ content: [again], structuredContent: data, isError: true })).toThrow(
      new RegExp(`^${JSON.stringify(data)}$`),
    );
    expect(read({ isError: true })).toThrow("'chart' failed without a message.");
  });

  it.each([true, 'true', 1])('of a failure that is marked with %j', (isError) => {
    expect(() => readCallResult(remote, { content: [text], isError }, { content: undefined })).toThrow(
      expect.objectContaining({ code: 'TOOL_FAILED', message: 'see' }),
    );
  });

  it('of a resource with text and bytes, and of a link with a description', () => {
    const resource = { type: 'resource', resource: { uri: 'a://b', text: 'words', blob: 'AAEC' } };
    const link = { type: 'resource_link', uri: 'file:///x', name: 'n', description: 'Rows of 2024.' };
    expect(readCallResult(remote, { content: [resource, link] }, { content: 'describe' })).toBe(
      'words\n[resource: a://b]\n[n: file:///x] Rows of 2024.',
    );
  });
});
