import { Buffer } from 'node:buffer';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ContentPart, Message } from '@toolwright/contract';
import * as fc from 'fast-check';
import { growth } from '../../../../scripts/growth.mjs';
import { redactJsonText } from '../redact-json.js';
import { createRedaction, excerpt } from '../redaction.js';
import { maskMessages, maskOutcome, maskSecretsIn } from './mask-messages.js';
import { maskSecrets, SecretMask, secretMask } from './mask-secrets.js';
import { type Secret, secret } from './secret.js';

const TEXT = 'violet "otter" & <näive> ünïcode';
// Kept, as a program would: texts of secrets that are gone are forgotten one day.
const kept: Secret<unknown>[] = [];

function hide(value: unknown): void {
  kept.push(secret(value));
}

function inPieces(text: string, sizes: readonly number[]): string {
  const mask = new SecretMask();
  let shown = '';
  let at = 0;
  for (const size of sizes) {
    shown += mask.push(text.slice(at, at + size));
    at += size;
  }
  return shown + mask.push(text.slice(at)) + mask.end();
}

function form(text: string): FormData {
  const data = new FormData();
  data.set('a', text);
  return data;
}

// G3, G4
describe('the texts of secrets', () => {
  it('cost nothing before there is one', () => {
    expect(secretMask()).toBeUndefined();
    const value = { text: TEXT };
    expect(maskSecretsIn(value)).toBe(value);
    expect(inPieces(TEXT, [3, 5])).toBe(TEXT);
    hide('1');
    hide('pin 123');
    hide({ port: 8080, on: true, none: null });
    expect(secretMask()).toBeUndefined();
  });

  it.each([
    ['plain', TEXT],
    ['in JSON', JSON.stringify({ password: TEXT })],
    ['in JSON within JSON', JSON.stringify({ body: JSON.stringify([TEXT]) })],
    ['in a URL', `https://host/?a=${encodeURIComponent(TEXT)}&b=1`],
    ['in a form', new URLSearchParams({ a: TEXT, b: '1' }).toString()],
    [
      'in HTML',
      `<p>${TEXT.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')}</p>`,
    ],
    ['in base64', Buffer.from(TEXT).toString('base64')],
    ['in base64 after one byte', Buffer.from(`u${TEXT} and more`).toString('base64')],
    ['in base64 after two bytes', Buffer.from(`u:${TEXT} and more`).toString('base64')],
    ['in base64 for URLs', Buffer.from(`?>${TEXT}`).toString('base64url')],
    ['in hexadecimal digits', Buffer.from(TEXT).toString('hex')],
    ['in capital hexadecimal digits', Buffer.from(TEXT).toString('hex').toUpperCase()],
  ])('are masked %s', (_form, text) => {
    hide(TEXT);
    const masked = maskSecrets(`before ${text} after`);
    expect(masked).toMatch(/^before .*\[secret\].* after$/);
    expect(masked).not.toMatch(/violet|otter|n%C3|%22otter/);
    expect(masked.length).toBeLessThan(text.length + 60);
    expect(createRedaction().redact(text)).toContain('[redacted]');
    expect(createRedaction().redact(text)).not.toContain('otter');
    expect(excerpt(text, 0, text.length)).not.toContain('otter');
  });

  it('are all texts inside a value, but no getters are run', () => {
    const circular: Record<string, unknown> = {
      user: 'canary-user-1',
      list: [new Map([['canary-key-1', new Set(['canary-set-1'])]])],
      at: new URL('https://u:canary%20pw%201@host/canary'),
      number: 1234567890123,
      big: 98765432109876n,
      bytes: Buffer.from('canary-bytes-1'),
      get trap(): never {
        throw new Error('run');
      },
    };
    circular.self = circular;
    hide(circular);
    const texts = [
      'canary-user-1',
      'canary-key-1',
      'canary-set-1',
      'canary pw 1',
      '1234567890123',
      '98765432109876',
    ];
    for (const text of texts) expect(maskSecrets(`(${text})`)).toBe('([secret])');
    expect(maskSecrets('https://u:canary%20pw%201@host/canary')).toBe('[secret]');
    expect(maskSecrets(Buffer.from('canary-bytes-1').toString('hex'))).toBe('[secret]');
    expect(maskSecrets(Buffer.from('canary-bytes-1').toString('base64'))).not.toContain('Y2FuYXJ5LWJ5dGVz');
  });

  it('are masked in all parts of URLs, JSON of other languages, HTML and Windows files', () => {
    const text = `canary'otter"-é47/11+(x)=<y>;k`;
    hide(text);
    hide('canary-line-1\ncanary-line-2');
    const small = (form: string) => form.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase());
    const user = new URL('http://host');
    user.username = text;
    const json = JSON.stringify(text);
    const codes = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const markup = text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const forms = [
      new URL(`http://host/?q=${text}`).href,
      new URL(`http://host/${text}`).href,
      new URL(`http://host/#${text}`).href,
      new URL(`other:a?${text}`).href,
      user.href,
      encodeURI(text),
      encodeURIComponent(text).replace(
        /[!'()*]/g,
        (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
      json.replaceAll('/', '\\/'),
      codes,
      codes.replaceAll('/', '\\/'),
      JSON.stringify(codes),
      codes.replace('\\u00e9', '\\u00E9'),
      json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'),
      markup,
      markup.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
      markup.replaceAll('"', '&#34;').replaceAll("'", '&#x27;'),
      markup.replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
      text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`),
      text.replace(/[&<>"']/g, (mark) => `&#x${mark.charCodeAt(0).toString(16).toUpperCase()};`),
      text.replace(/[^\da-z]/gi, (mark) => `&#x${mark.charCodeAt(0).toString(16)};`),
      markup.replaceAll('"', '&quot;').replaceAll("'", '&#x27;').replaceAll('=', '&#x3D;'),
      codes
        .replaceAll('\\"', '\\u0022')
        .replace(/['+<>]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`),
      encodeURIComponent(JSON.stringify({ key: text })),
      Buffer.from(JSON.stringify({ password: text })).toString('base64'),
      Buffer.from(JSON.stringify({ alg: 1, key: text })).toString('base64url'),
      'canary-line-1\r\ncanary-line-2',
    ];
    for (const form of forms.flatMap((one) => [one, small(one)])) {
      expect(maskSecrets(form)).toContain('[secret]');
      expect(maskSecrets(form)).not.toMatch(/canary|otter/);
    }
  });

  it.each<[string, unknown, string]>([
    ['parameters of a URL', new URLSearchParams({ k: 'canary-usp' }), 'canary-usp'],
    ['the user of a URL', new URL('https://canary-user:p@h/'), 'canary-user'],
    ['the query of a URL', new URL('https://h/?token=canary-query'), 'canary-query'],
    ['headers', new Headers({ a: 'canary-header' }), 'canary-header'],
    ['credentials in headers', new Headers({ authorization: 'Bearer canary-bearer' }), 'canary-bearer'],
    ['forms', form('canary-form'), 'canary-form'],
    ['a buffer', new TextEncoder().encode('canary-buffer').buffer, 'canary-buffer'],
    ['a view', new DataView(new TextEncoder().encode('canary-a-view').buffer), 'canary-a-view'],
    ['a text as an object', Object('canary-boxed'), 'canary-boxed'],
    ['an error', new Error('canary-error'), 'canary-error'],
    ['the cause of an error', new Error('x', { cause: { key: 'canary-cause' } }), 'canary-cause'],
  ])('are also those in %s', (_name, value, text) => {
    expect(maskSecrets(text)).toBe(text);
    hide(value);
    expect(maskSecrets(text)).toBe('[secret]');
  });

  it('are none in a value that lets nobody look into it', () => {
    const fail = () => {
      throw new Error('boom');
    };
    hide(new Proxy({}, { ownKeys: fail }));
    hide({ inner: new Proxy({}, { getPrototypeOf: fail }) });
  });

  // The tool that gets the arguments reads the codes.
  it.each([
    '{"x":"\\u0063anary-coded-1"}',
    '{"x":{"y":["canary\\u002dcoded\\u002D1"]}}',
    JSON.stringify({ body: '{"x":"\\u0063anary-coded-1"}' }),
    '{"\\u0063anary-coded-1":1}',
    '{"x":"\\u0063anary-coded-1",}',
    'Here: ```json\n{"x":"\\u0063anary-coded-1"}\n```',
    `${'['.repeat(50_000)}"\\u0063anary-coded-1"${']'.repeat(50_000)}`,
  ])('are masked in JSON that writes letters as codes: %.60s', (text) => {
    hide('canary-coded-1');
    const masked = redactJsonText(text, maskSecrets);
    expect(masked).toContain('[secret]');
    expect(masked).not.toContain('u0063');
    expect(redactJsonText(text.replaceAll('coded', 'other'), maskSecrets)).toBe(
      text.replaceAll('coded', 'other'),
    );
  });

  it('are masked in addresses of images, files and recordings, but not in their bytes', () => {
    hide('canary-address');
    const url = 'https://h/?k=canary-address';
    const data = `data:image/png;base64,${Buffer.from('canary-address').toString('base64')}`;
    const parts: ContentPart[] = [
      { type: 'image_url', image_url: { url, detail: 'low' } },
      { type: 'file', file: { url, name: 'canary-address.pdf' } },
      { type: 'audio', audio: { url } },
      { type: 'file', file: { url: 'data:text/plain,canary-address' } },
      { type: 'image_url', image_url: { url: data } },
    ];
    const shown = 'https://h/?k=[secret]';
    expect(maskOutcome({ result: null, error: null, content: parts })).toHaveProperty('content', [
      { type: 'image_url', image_url: { url: shown, detail: 'low' } },
      { type: 'file', file: { url: shown, name: '[secret].pdf' } },
      { type: 'audio', audio: { url: shown } },
      { type: 'file', file: { url: 'data:text/plain,[secret]' } },
      { type: 'image_url', image_url: { url: data } },
    ]);
    expect(JSON.stringify(maskMessages([{ role: 'user', content: parts.slice(0, 4) }]))).not.toContain(
      'canary',
    );
  });

  it('are trimmed, because files end with a line break', () => {
    hide('  canary-of-a-file\n');
    expect(maskSecrets('x canary-of-a-file.')).toBe('x [secret].');
  });

  it('are masked in values, messages and outcomes, which stay what they are', () => {
    hide('canary-value-1');
    hide(87654321);
    const value = { a: ['canary-value-1'], 'canary-value-1': 87654321, b: 2 };
    expect(maskSecretsIn(value)).toEqual({ a: ['[secret]'], '[secret]': '[secret]', b: 2 });
    expect(maskSecretsIn({ b: [2] })).toEqual({ b: [2] });
    const messages: Message[] = [
      { role: 'system', content: 'Use canary-value-1.' },
      { role: 'user', content: [{ type: 'text', text: 'canary-value-1' }] },
      {
        role: 'assistant',
        content: null,
        provider_data: { provider: 'p', data: 'canary-value-1' } as never,
        tool_calls: [
          {
            id: 'c',
            type: 'function',
            function: { name: 'f', arguments: '{"id":87654321,"k":"canary-value-1"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'c', content: 'no secret' },
    ];
    const masked = maskMessages(messages);
    expect(JSON.stringify(masked)).not.toMatch(/canary|87654321/);
    expect(masked[2]).toMatchObject({
      tool_calls: [{ function: { arguments: '{"id":"[secret]","k":"[secret]"}' } }],
    });
    expect(masked[3]).toBe(messages[3]);
    expect(maskOutcome({ result: null, error: 'no canary-value-1' })).toEqual({
      result: null,
      error: 'no [secret]',
    });
    const data = Buffer.from('key: canary-value-1').toString('base64');
    const file = {
      type: 'file',
      file: { name: 'canary-value-1.txt', url: `data:text/plain;base64,${data}` },
    } as never;
    const outcome = maskOutcome({ result: 'a', error: null, content: [file] });
    expect(JSON.stringify(outcome)).not.toContain('canary');
  });

  it('never show a part of themselves in a stream, however it is split', () => {
    hide('canary-0123456789');
    hide('canary-0123456789-and-more-of-it');
    const texts = [
      'It is canary-0123456789.',
      'canary-0123456789-and-more-of-it!',
      'canary-0123456789-and-less',
      'a canary-01 b',
    ];
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 });
    fc.assert(
      fc.property(fc.constantFrom(...texts), sizes, (text, cut) => {
        expect(inPieces(text, cut)).toBe(maskSecrets(text));
        const stream = createRedaction().stream();
        const logged =
          text
            .match(/[\s\S]{1,3}/g)
            ?.map((piece) => stream.push(piece))
            .join('') + stream.end();
        expect(logged).not.toContain('0123456789');
      }),
    );
    expect(new SecretMask().push('Hello, can I help?')).toBe('Hello, can I help?');
  });

  it('are masked in a stream as in the whole text', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 8, maxLength: 16 });
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(word),
        fc.array(fc.oneof(word, fc.constant(' x '))),
        sizes,
        (secrets, parts, cut) => {
          for (const text of secrets) hide(text);
          expect(inPieces(parts.join(''), cut)).toBe(maskSecrets(parts.join('')));
        },
      ),
    );
  });

  it('take time in proportion to a stream that nearly shows a long one', async () => {
    hide(`${'='.repeat(8_000)}END`);
    const stream = (length: number) => {
      const mask = new SecretMask();
      for (let count = 0; count < length; count += 1) mask.push('=');
      mask.end();
    };
    expect(await growth(stream, [20_000, 80_000, 320_000])).toBe('linear');
  });

  it('stay masked while their secret is alive, and are forgotten one day after it is gone', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    hide('canary-alive');
    const lost = Array.from({ length: 3_000 }, (_, number) => `canary-lost-${number}-end`);
    for (const text of lost) secret(text);
    const masked = () => lost.filter((text) => maskSecrets(text) === '[secret]').length;
    expect(masked()).toBe(3_000);
    for (let round = 0; round < 200 && masked() > 1_000; round += 1) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(masked()).toBe(1_000);
    expect(maskSecrets('canary-alive')).toBe('[secret]');
  });
});
