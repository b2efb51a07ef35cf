import { createServer } from 'node:http';

/** The pieces of a streamed answer; each is one delta. */
export const PIECE = 'token ';
/** The number of deltas in one write of a burst, as a fast model behind a proxy sends them. */
const BURST = 50;

/** A model name that tells the server how to answer: `burst-2000`, `single-500` or `whole-1`. */
export function scenario(kind, deltas) {
  return { kind, deltas, model: `${kind}-${deltas}`, text: PIECE.repeat(deltas) };
}

/** A server of chat completions on the loopback interface. It does not run in a measured process. */
export async function startModelServer() {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { model } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const [kind, count] = model.split('-');
    response.socket?.setNoDelay(true);
    if (kind === 'whole') sendWhole(response, model, Number(count));
    else await sendStream(response, model, Number(count), kind === 'burst' ? BURST : 1);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const USAGE = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
const COMMON = { id: 'chatcmpl-1', created: 1, system_fingerprint: 'fp' };

function sendWhole(response, model, count) {
  const message = { role: 'assistant', content: PIECE.repeat(count), refusal: null };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: 'stop' }];
  const body = { ...COMMON, object: 'chat.completion', model, choices, usage: USAGE };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function sendStream(response, model, count, perWrite) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (choices, more = {}) =>
    `data: ${JSON.stringify({ ...COMMON, object: 'chat.completion.chunk', model, choices, ...more })}\n\n`;
  const delta = (content, finish_reason = null) =>
    event([{ index: 0, delta: content, logprobs: null, finish_reason }]);
  response.write(delta({ role: 'assistant', content: '' }));
  const piece = delta({ content: PIECE });
  for (let sent = 0; sent < count; sent += perWrite) {
    response.write(piece.repeat(Math.min(perWrite, count - sent)));
    // Makes each write arrive separately.
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end(`${delta({}, 'stop')}${event([], { usage: USAGE })}data: [DONE]\n\n`);
}
