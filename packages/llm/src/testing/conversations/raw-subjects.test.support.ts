import type { LLMConfig } from '../../client/config.js';
import * as claude from '../../providers/anthropic/events.test.support.js';
import * as gemini from '../../providers/google/responses.test.support.js';
import { eventsOf, message, responseOf, wire } from '../../providers/openai/responses/events.test.support.js';
import {
  completion,
  event,
  type Handler,
  type RecordedRequest,
  SSE,
  sendJson,
  streamOf,
} from '../raw-server.test.support.js';

/** A provider's wire format. The texts are whole bodies. */
export interface RawSubject {
  readonly config: Pick<LLMConfig, 'provider' | 'model' | 'api' | 'apiKey' | 'capabilities'>;
  /** The path of `baseUrl` after the address of the server. */
  readonly path: string;
  readonly streamType: string;
  /** Reads the question from a request, so that answers can be matched to questions. */
  question(body: RecordedRequest['body']): string;
  /** Default: according to the body. */
  streams?(request: RecordedRequest): boolean;
  whole(text: string): string;
  /** Pieces of a stream, with at most one delta each. The last pieces finish it. */
  stream(text: string): readonly string[];
  /** A text that makes a stream malformed. */
  readonly malformed: string;
  /** An error object in the middle of a stream. */
  failure(message: string): string;
  /** Images on the wire: from a data URL or bytes, and from an address. */
  readonly images: { data(base64: string): object | string; url(address: string): object | string };
}

const lastOf = (list: unknown): Record<string, unknown> => Object(Array.isArray(list) ? list.at(-1) : {});
const lastContent = (list: unknown): string => String(lastOf(list).content);
const events = (text: string): readonly string[] => text.split(/(?<=\n\n)/);

const CHAT = {
  path: '/v1',
  streamType: SSE['content-type'],
  question: ({ messages }: RecordedRequest['body']) => lastContent(messages),
  whole: (text: string) => completion({ content: text }),
  stream: (text: string) => events(streamOf([...text].map((content) => ({ content })))),
  malformed: 'data: {"choices":[{"delta":{\n\n',
  failure: (said: string) => event({ error: { message: said, type: 'server_error' } }),
  images: {
    data: (base64: string) => ({ type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } }),
    url: (url: string) => ({ type: 'image_url', image_url: { url } }),
  },
} as const;

export const RAW_SUBJECTS = {
  chat: { config: { provider: 'openai-compatible', model: 'gpt-4o' }, ...CHAT },
  responses: {
    config: { provider: 'openai', api: 'responses', model: 'gpt-5-mini' },
    path: '/v1',
    streamType: SSE['content-type'],
    question: ({ input }) => lastContent(input),
    whole: (text) => JSON.stringify(responseOf([message(text)])),
    stream: (text) => eventsOf([message(text)]).map((each) => wire([each])),
    malformed: 'event: response.created\ndata: {"type":"resp\n\n',
    failure: (said) => wire([{ type: 'error', code: 'server_error', message: said, param: null }]),
    images: {
      data: (base64) => ({
        type: 'input_image',
        detail: 'auto',
        image_url: `data:image/png;base64,${base64}`,
      }),
      url: (url) => ({ type: 'input_image', detail: 'auto', image_url: url }),
    },
  },
  anthropic: {
    config: { provider: 'anthropic', model: 'claude-opus-4-8' },
    path: '',
    streamType: SSE['content-type'],
    // Content is a list of blocks, with the text in the first.
    question: ({ messages }) => Object(Object(lastOf(messages).content)[0]).text,
    whole: (text) => JSON.stringify(claude.message([{ type: 'text', text }])),
    stream: (text) => events(claude.streamOf([{ type: 'text', text }])),
    malformed: 'event: message_start\ndata: {"type":"message_st\n\n',
    failure: (said) =>
      `event: error\n${event({ type: 'error', error: { type: 'overloaded_error', message: said } })}`,
    images: {
      data: (data) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }),
      url: (url) => ({ type: 'image', source: { type: 'url', url } }),
    },
  },
  google: {
    config: { provider: 'google', model: 'gemini-3.6-flash' },
    path: '',
    streamType: SSE['content-type'],
    question: ({ contents }) => Object(Object(lastOf(contents).parts)[0]).text,
    streams: ({ url }) => url.includes('streamGenerateContent'),
    whole: (text) => JSON.stringify(gemini.response([{ text }], 'STOP')),
    stream: (text) => events(gemini.streamOf([{ text }], 'STOP', 1)),
    malformed: 'data: {"candidates":[{"cont\n\n',
    failure: (said) => event({ error: { code: 503, message: said, status: 'UNAVAILABLE' } }),
    images: {
      data: (data) => ({ inlineData: { mimeType: 'image/png', data } }),
      url: (fileUri) => ({ fileData: { mimeType: 'image/png', fileUri } }),
    },
  },
  googleCompatible: { ...CHAT, config: { provider: 'google', model: 'gemini-3.6-flash' }, path: '/openai' },
  groq: {
    ...CHAT,
    config: { provider: 'groq', model: 'meta-llama/llama-4-scout-17b-16e-instruct' },
    path: '',
    failure: (said) => event({ choices: [], x_groq: { error: { message: said } } }),
  },
  ollama: {
    config: { provider: 'ollama', model: 'llama4' },
    path: '',
    streamType: 'application/x-ndjson',
    question: ({ messages }) => lastContent(messages),
    whole: (text) => JSON.stringify({ message: { role: 'assistant', content: text }, done: true }),
    stream: (text) => [
      ...[...text].map((content) => `${JSON.stringify({ message: { content }, done: false })}\n`),
      `${JSON.stringify({ message: { content: '' }, done: true, done_reason: 'stop' })}\n`,
    ],
    malformed: '{"message":{"cont\n',
    failure: (said) => `${JSON.stringify({ error: said })}\n`,
    // The client fetches addresses.
    images: { data: (base64) => base64, url: () => FETCHED },
  },
} as const satisfies Record<string, RawSubject>;

/** The bytes at every address of an image, in base64. */
export const FETCHED = Buffer.from('GIF89a, fetched').toString('base64');

/** Whether a request asks for a stream. */
export function isStream({ streams }: RawSubject, request: RecordedRequest): boolean {
  return streams ? streams(request) : request.body.stream === true;
}

/** Answers each question with the question itself, streamed or not as requested. */
export function answerOf(subject: RawSubject): Handler {
  const { question, whole, stream, streamType } = subject;
  return (response, request) => {
    const text = question(request.body);
    if (!isStream(subject, request)) return sendJson(response, whole(text));
    response.writeHead(200, { 'content-type': streamType }).end(stream(text).join(''));
  };
}
