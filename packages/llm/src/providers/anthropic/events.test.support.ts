import { event } from '../../testing/raw-server.test.support.js';

type Block = Readonly<Record<string, unknown>>;
type Event = Block & { readonly type: string };

const USAGE = { input_tokens: 10, output_tokens: 1 };

/** A whole message of the Messages API. */
export function message(content: readonly Block[], stopReason = 'end_turn', more: object = {}): object {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-8',
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: { ...USAGE, output_tokens: 5 },
    ...more,
  };
}

/** The same message as a stream. Texts, thoughts and inputs are split into pieces of this many characters. */
export function streamOf(content: readonly Block[], stopReason = 'end_turn', pieceLength = 3): string {
  const start = { ...message([]), stop_reason: null, usage: USAGE };
  const end = { type: 'message_delta', delta: { stop_reason: stopReason }, usage: { output_tokens: 5 } };
  const blocks = content.flatMap((block, index) => blockEvents(block, index, pieceLength));
  return [
    { type: 'message_start', message: start },
    { type: 'ping' },
    ...blocks,
    end,
    { type: 'message_stop' },
  ]
    .map((data) => `event: ${data.type}\n${event(data)}`)
    .join('');
}

function blockEvents(block: Block, index: number, length: number): Event[] {
  const { start, deltas } = disassemble(block, length);
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

/** Splits a block as the API streams it. */
function disassemble(block: Block, length: number): { start: Block; deltas: object[] } {
  switch (block.type) {
    case 'text': {
      const { citations, ...start } = block;
      const cited = Array.isArray(citations) ? citations : [];
      const deltas = [
        ...pieces(block.text, length).map((text) => ({ type: 'text_delta', text })),
        ...cited.map((citation) => ({ type: 'citations_delta', citation })),
      ];
      return { start: { ...start, text: '', ...(cited.length > 0 && { citations: [] }) }, deltas };
    }
    case 'thinking': {
      const deltas = [
        ...pieces(block.thinking, length).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ];
      return { start: { ...block, thinking: '', signature: '' }, deltas };
    }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const json = pieces(JSON.stringify(block.input), length);
      const deltas = ['', ...json].map((partial) => ({ type: 'input_json_delta', partial_json: partial }));
      return { start: { ...block, input: {} }, deltas };
    }
    default:
      return { start: block, deltas: [] };
  }
}

function pieces(text: unknown, length: number): string[] {
  return String(text).match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? [];
}
