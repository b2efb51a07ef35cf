import { createServer } from 'node:http';
import { ANSWER } from './workloads.mjs';

const USAGE = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
const COMMON = { created: 1, system_fingerprint: 'fp' };
/** Each reply has its own id, because some clients treat two replies with one id as the same reply. */
let replies = 0;

/** A scripted model with tools on the loopback interface. It does not run in a measured process. See workloads.mjs. */
export async function startModelServer() {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { model, messages, stream } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const reply = replyTo(model, messages);
    response.socket?.setNoDelay(true);
    if (stream) sendStream(response, model, reply);
    else sendWhole(response, model, reply);
  });
  server.keepAliveTimeout = 60_000;
  // A thousand agents connect at once.
  await new Promise((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Replies with tool calls until the number in the model's name is reached, then with the answer. */
export function replyTo(model, messages) {
  const [kind, count] = model.split('-');
  const done = messages.filter(({ role }) => role === 'tool').length;
  if (done >= Number(count)) return { content: ANSWER, calls: [] };
  const due = kind === 'parallel' ? Number(count) : 1;
  const calls = Array.from({ length: due }, (_, index) => ({
    id: `call_${done + index}`,
    type: 'function',
    function: { name: 'add', arguments: JSON.stringify({ a: done + index, b: 1 }) },
  }));
  return { content: null, calls };
}

function sendWhole(response, model, { content, calls }) {
  const message = {
    role: 'assistant',
    content,
    refusal: null,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  const choices = [
    { index: 0, message, logprobs: null, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' },
  ];
  const body = { id: nextId(), ...COMMON, object: 'chat.completion', model, choices, usage: USAGE };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendStream(response, model, { content, calls }) {
  const id = nextId();
  const event = (choices, more = {}) =>
    `data: ${JSON.stringify({ id, ...COMMON, object: 'chat.completion.chunk', model, choices, ...more })}\n\n`;
  const delta = (part, finish_reason = null) =>
    event([{ index: 0, delta: part, logprobs: null, finish_reason }]);
  const pieces =
    content === null
      ? calls.flatMap(({ id: callId, type, function: { name, arguments: text } }, index) => [
          { tool_calls: [{ index, id: callId, type, function: { name, arguments: '' } }] },
          ...text
            .match(/.{1,8}/g)
            .map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
        ])
      : content.match(/\S+\s*/g).map((piece) => ({ content: piece }));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(delta({ role: 'assistant', content: '' }));
  for (const piece of pieces) response.write(delta(piece));
  response.write(delta({}, calls.length > 0 ? 'tool_calls' : 'stop'));
  response.end(`${event([], { usage: USAGE })}data: [DONE]\n\n`);
}

function nextId() {
  replies += 1;
  return `chatcmpl-${replies}`;
}
