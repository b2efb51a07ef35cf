import type { ImageSource, Role } from '@toolwright/contract';
import * as fc from 'fast-check';
import { createMessage, sanitizeName } from './messages.js';

const invalid = (message: string) =>
  expect.objectContaining({
    code: 'INVALID_MESSAGE',
    blame: 'developer',
    message: expect.stringContaining(message),
  });

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);

// A3
describe('createMessage', () => {
  it('makes a message of each role', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } } as const;
    expect(createMessage('system', 'Be brief.')).toEqual({ role: 'system', content: 'Be brief.' });
    expect(createMessage('developer', 'Be brief.')).toEqual({ role: 'developer', content: 'Be brief.' });
    expect(createMessage('user', 'Hi', { name: 'Ann' })).toEqual({
      role: 'user',
      content: 'Hi',
      name: 'Ann',
    });
    expect(createMessage('assistant', 'Hello')).toEqual({ role: 'assistant', content: 'Hello' });
    expect(createMessage('assistant', '', { toolCalls: [call] })).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [call],
    });
    expect(createMessage('tool', '', { toolCallId: 'c1' })).toEqual({
      role: 'tool',
      tool_call_id: 'c1',
      content: '',
    });
  });

  it('puts images after the text', () => {
    expect(createMessage('user', 'What is it?', { images: ['https://example.com/a.png'] })).toEqual({
      role: 'user',
      content: [
        { type: 'text', text: 'What is it?' },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      ],
    });
  });

  it('makes a message of images only from empty text', () => {
    expect(createMessage('user', '', { images: [new URL('https://example.com/a.png')] }).content).toEqual([
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
    ]);
  });

  it.each<[string, ImageSource, string]>([
    ['PNG', PNG, 'data:image/png;base64,iVBORw0KGgoBAgM='],
    ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'data:image/jpeg;base64,/9j/4A=='],
    ['GIF', Buffer.from('GIF89a..'), 'data:image/gif;base64,R0lGODlhLi4='],
    ['WebP', Buffer.from('RIFF....WEBPVP8 '), 'data:image/webp;base64,UklGRi4uLi5XRUJQVlA4IA=='],
    [
      'a slice of a larger buffer',
      new Uint8Array([0, 0, ...PNG, 9]).subarray(2, 13),
      'data:image/png;base64,iVBORw0KGgoBAgM=',
    ],
    ['base64 text', { data: 'iVBORw0KGgoBAgM=' }, 'data:image/png;base64,iVBORw0KGgoBAgM='],
    [
      'any format that is named',
      { data: Buffer.from('abc'), mediaType: 'image/avif' },
      'data:image/avif;base64,YWJj',
    ],
    ['a data URL', 'data:image/png;base64,iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='],
  ])('takes %s', (_name, source, url) => {
    expect(createMessage('user', '', { images: [source] }).content).toEqual([
      { type: 'image_url', image_url: { url } },
    ]);
  });

  it('keeps the detail of an image', () => {
    const images: readonly ImageSource[] = [
      { url: 'https://example.com/a.png', detail: 'low' },
      { data: PNG, detail: 'high' },
    ];
    expect(createMessage('user', '', { images }).content).toMatchObject([
      { image_url: { detail: 'low' } },
      { image_url: { detail: 'high' } },
    ]);
  });

  it('refuses a value that is not an image', () => {
    for (const [source, message] of [
      ['./cat.png', 'not the URL of an image'],
      ['file:///cat.png', 'not the URL of an image'],
      ['data:text/html;base64,AAAA', 'not a base64 image'],
      ['data:image/png;base64,###', 'not a base64 image'],
      [new Uint8Array(), 'The image is empty'],
      [Buffer.from('%PDF-1.7'), 'cannot be detected from its bytes'],
      [{ data: PNG, mediaType: 'text/plain' }, "'text/plain' is not the media type of an image"],
      [{ url: 'https://example.com/a.png', detail: 'huge' }, "'detail' of an image is 'huge'"],
      [42, 'of type number'],
      [null, 'null'],
      [{}, 'of type object'],
    ] as const) {
      // JavaScript callers can pass anything.
      const images = [source] as readonly ImageSource[];
      expect(() => createMessage('user', 'x', { images })).toThrow(invalid(message));
    }
  });

  // H4
  it('puts files and recordings after the images', () => {
    const pdf = Buffer.from('%PDF-1.7');
    const message = createMessage('user', 'Read it.', {
      audio: [{ data: Buffer.from('abc'), mediaType: 'audio/wav' }],
      files: [pdf, { source: Buffer.from('a;b'), name: 'data.csv' }],
      images: [PNG],
    });
    expect(message.content).toEqual([
      { type: 'text', text: 'Read it.' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgoBAgM=' } },
      { type: 'file', file: { url: 'data:application/pdf;base64,JVBERi0xLjc=' } },
      { type: 'file', file: { url: 'data:text/csv;base64,YTti', name: 'data.csv' } },
      { type: 'audio', audio: { url: 'data:audio/wav;base64,YWJj' } },
    ]);
    expect(createMessage('user', '', { files: [pdf] }).content).toHaveLength(1);
    expect(createMessage('user', 'Hi', { files: [], audio: [] }).content).toBe('Hi');
  });

  // H4
  it('refuses files and recordings that are none, and roles that take none', () => {
    // JavaScript callers can pass anything.
    const wrong = [42] as never;
    expect(() => createMessage('user', 'x', { files: wrong })).toThrow(invalid('of type number'));
    expect(() => createMessage('user', 'x', { files: [null] as never })).toThrow(invalid('null'));
    expect(() => createMessage('user', 'x', { files: [{ source: null, name: 'a' }] as never })).toThrow(
      invalid('null'),
    );
    expect(() => createMessage('user', 'x', { audio: wrong })).toThrow(invalid('of type number'));
    expect(() => createMessage('user', 'x', { audio: [PNG] })).toThrow(
      expect.objectContaining({ code: 'INVALID_MESSAGE' }),
    );
    for (const option of ['files', 'audio']) {
      expect(() => createMessage('system' as Role, 'x', { [option]: [PNG] })).toThrow(
        invalid(`does not accept ${option}`),
      );
    }
  });

  it('refuses options that do not belong to the role', () => {
    expect(() => createMessage('system' as Role, 'x', { images: ['https://e.com/a.png'] })).toThrow(
      invalid("role 'system' does not accept images"),
    );
    expect(() => createMessage('user' as Role, 'x', { toolCallId: 'c1' })).toThrow(
      invalid('does not accept toolCallId'),
    );
    expect(() => createMessage('tool' as Role, 'x', {})).toThrow(invalid('requires a toolCallId'));
    expect(() => createMessage('robot' as Role, 'x')).toThrow(invalid("No role 'robot'"));
    expect(() => createMessage('user' as Role, null)).toThrow(invalid('null'));
    // JavaScript callers can pass anything.
    const call = { id: 'c1', function: { name: 'f', arguments: {} } } as never;
    expect(() => createMessage('assistant', '', { toolCalls: [call] })).toThrow(invalid('incomplete'));
  });
});

describe('sanitizeName', () => {
  it('makes names that providers accept, and keeps valid names', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
        fc.pre(name.trim() !== '');
        const clean = sanitizeName(name);
        expect(clean).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(sanitizeName(clean)).toBe(clean);
      }),
    );
    expect(sanitizeName('Ann-Marie_2')).toBe('Ann-Marie_2');
  });

  it('removes accents and joins replaced characters', () => {
    expect(sanitizeName(' Zoë van der Å.! ')).toBe('Zoe_van_der_A_');
  });

  it('refuses an empty name', () => {
    expect(() => sanitizeName('  ')).toThrow(invalid('empty'));
  });
});
