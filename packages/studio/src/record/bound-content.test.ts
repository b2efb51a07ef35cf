import { type ContentPart, content, file, image, partUrl, type RunInfo } from '@toolwright/contract';
import { createRedaction } from '@toolwright/redaction';
import { boundContent } from './bound-content.js';
import { createEntryLogger } from './create-entry-logger.js';
import { readLine } from './read-line.js';

const redaction = createRedaction({ env: {} });
const run: RunInfo = { runId: 'r', agent: 'a' };
const png = (bytes: number): ContentPart => ({
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${Buffer.alloc(bytes, 7).toString('base64')}` },
});

// K7
it('copies what has room, and names the rest with its size', () => {
  const room = { characters: 500 };
  const far: ContentPart = { type: 'image_url', image_url: { url: 'https://a.example/b.png' } };
  const bad: ContentPart = { type: 'file', file: { url: 'data:text/html;base64,<b>', name: 'x.html' } };
  const small = png(300);
  expect(boundContent([small, png(300), far, bad], room, redaction)).toEqual([
    small,
    { type: 'text', text: '[image image/png, 0.3 kB: too large for Studio to show]' },
    { type: 'text', text: '[image https://a.example/b.png]' },
    { type: 'text', text: expect.stringMatching(/^\[file x\.html, text\/html, .* not valid base64\]$/) },
  ]);
  expect(room.characters).toBe(100);
});

it('masks secrets in texts and names', () => {
  const key = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789abcd';
  const parts = boundContent(
    [
      { type: 'text', text: key },
      { type: 'file', file: { url: 'data:a/b;base64,AAAA', name: `${key}.pdf` } },
    ],
    { characters: 100 },
    redaction,
  );
  expect(JSON.stringify(parts)).not.toContain('abcdefghijklm');
});

it.each(['text/plain', 'image/svg+xml', 'application/json'])(
  'masks secrets in data of type %s',
  (mediaType) => {
    const key = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789abcd';
    const base64 = Buffer.from(`key ${key}`).toString('base64');
    const part: ContentPart = { type: 'file', file: { url: `data:${mediaType};base64,${base64}` } };
    const [shown = part] = boundContent([part], { characters: 1_000 }, redaction);
    const url = shown.type === 'text' ? '' : partUrl(shown);
    const text = Buffer.from(url.replace(/.*,/, ''), 'base64').toString();
    expect(text).toMatch(/^key /);
    expect(text).not.toContain('abcdefghijklm');
  },
);

it('limits the number of parts, and says how many are left out', () => {
  const parts = Array.from({ length: 700 }, (_, index): ContentPart => ({ type: 'text', text: `${index}` }));
  const shown = boundContent(parts, { characters: 0 }, redaction);
  expect(shown).toHaveLength(501);
  expect(shown.at(-1)).toEqual({ type: 'text', text: '[200 more parts, which Studio does not show]' });
});

// K2, K7
it('carries the images of inputs and results through the lines of a run', () => {
  const lines: string[] = [];
  const logger = createEntryLogger((line) => lines.push(line));
  const parts = [{ type: 'text', text: 'See' }, png(900), png(20_000_000)] as const;
  const outcome = { result: 'See', error: null, content: parts };
  logger.log({ type: 'run-start', input: parts, tools: 0 }, run);
  logger.log({ type: 'tool-result', callId: 'c', name: 'f', outcome, durationMs: 1 }, run);
  const shown = [
    parts[0],
    png(900),
    { type: 'text', text: '[image image/png, 20000.0 kB: too large for Studio to show]' },
  ];
  const [start, result] = lines.map((line) => readLine(line)?.event);
  expect(start).toMatchObject({ input: shown });
  expect(result).toMatchObject({ outcome: { content: shown } });
  logger.close();
});

it('carries at most 24 million characters of a run', () => {
  const lines: string[] = [];
  const logger = createEntryLogger((line) => lines.push(line));
  const outcome = { result: '', error: null, content: [png(5_900_000)] };
  for (const callId of ['a', 'b', 'c', 'd']) {
    logger.log({ type: 'tool-result', callId, name: 'f', outcome, durationMs: 1 }, run);
  }
  expect(lines.map((line) => line.length > 1_000_000)).toEqual([true, true, true, false]);
  expect(lines[3]).toContain('too large for Studio to show');
  logger.close();
});

it('puts data nowhere but where it was', () => {
  const lines: string[] = [];
  const logger = createEntryLogger((line) => lines.push(line));
  const given = content(
    'carried-0',
    image(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
    file({ data: Buffer.from('%PDF'), mediaType: 'application/pdf' }, 'a.pdf'),
  );
  logger.log({ type: 'run-start', input: given, tools: 0 }, run);
  const [first] = lines;
  const event = readLine(first ?? '')?.event;
  const input = event?.type === 'run-start' && typeof event.input !== 'string' ? event.input : [];
  expect(input.map((part) => (part.type === 'text' ? part.text : partUrl(part)))).toEqual(
    given.map((part) => (part.type === 'text' ? part.text : partUrl(part))),
  );
  logger.close();
});
