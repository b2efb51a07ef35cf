import { type JsonObject, type LLMDelta, ToolwrightError } from '@toolwright/contract';
import { jsonStart, listField, textField } from '../../reply/reply-fields.js';
import { argumentsKey } from '../../reply/same-arguments.js';
import { Unread } from '../../reply/unread.js';
import { parseArguments } from '../../request/parse-arguments.js';
import { readMcpCall } from './mcp-calls.js';
import type { ReplayPart } from './replay.js';

type Fields = Readonly<Record<string, unknown>>;

interface OpenBlock {
  readonly fields: Fields;
  /** The index of the call in the answer; undefined for other blocks. */
  readonly call: number | undefined;
  /** Visible text, a thought, or the JSON of a tool's input. */
  text: string;
  /** Input that arrived in fragments although the block started with its complete input. */
  again: string;
  signature: unknown;
  readonly citations: unknown[];
}

/** Collects the blocks of one answer: text, thoughts, calls, and the parts to replay. */
export class ContentBlocks {
  /** The blocks in the order in which they started. */
  readonly #all: OpenBlock[] = [];
  /** The latest block for each of the provider's indexes. */
  readonly #blocks = new Map<unknown, OpenBlock>();
  readonly #earlier: readonly ReplayPart[];
  readonly #redact: (text: string) => string;
  readonly #unread: Unread;
  readonly #firstCall: number;
  #calls: number;

  /** @param earlier The parts of the answer before these blocks. */
  constructor(
    earlier: readonly ReplayPart[] = [],
    redact: (text: string) => string = (text) => text,
    unread: Unread = new Unread(),
  ) {
    this.#earlier = earlier;
    this.#redact = redact;
    this.#unread = unread;
    this.#firstCall = earlier.filter(({ type }) => type === 'call').length;
    this.#calls = this.#firstCall;
  }

  get hasCalls(): boolean {
    return this.#calls > this.#firstCall;
  }

  get text(): string {
    const texts = this.#all.filter(({ fields }) => fields.type === 'text');
    return texts.map(({ text }) => text).join('');
  }

  start(index: unknown, fields: Fields, deltas: LLMDelta[]): void {
    const call = fields.type === 'tool_use' ? this.#calls++ : undefined;
    const block: OpenBlock = {
      fields,
      call,
      text: '',
      again: '',
      signature: fields.signature,
      citations: [],
    };
    if (!isKnown(fields.type)) this.#unread.addType('a block', fields.type);
    this.#all.push(block);
    this.#blocks.set(index, block);
    if (call !== undefined) {
      const { id, name } = fields;
      deltas.push({ type: 'tool-call-delta', index: call, id: textOf(id), name: textOf(name) });
    }
    if (fields.type === 'mcp_tool_result') this.#answerMcp(fields, deltas);
    // The start event may contain content. In a reply that is not streamed, it contains all of it.
    this.#grow(block, fields, deltas);
    for (const citation of listField(fields.citations, 'citations')) block.citations.push(citation);
    if (hasMembers(fields.input)) this.#addInput(block, JSON.stringify(fields.input), deltas);
    // Validation of the call refuses an input that is not an object.
    else if (typeof fields.input !== 'object' && fields.input !== undefined) {
      this.#addInput(
        block,
        typeof fields.input === 'string' ? fields.input : JSON.stringify(fields.input),
        deltas,
      );
    }
  }

  delta(index: unknown, fields: Fields, deltas: LLMDelta[]): void {
    const block = this.#blocks.get(index) ?? this.#startLate(index, fields, deltas);
    if (block === undefined) return;
    if (typeof fields.partial_json === 'string') {
      if (hasMembers(block.fields.input)) block.again += fields.partial_json;
      else this.#addInput(block, fields.partial_json, deltas);
    } else if (fields.type === 'signature_delta') block.signature = fields.signature;
    else if (fields.type === 'citations_delta') block.citations.push(fields.citation);
    else this.#grow(block, fields, deltas);
  }

  /** @throws ToolwrightError `INVALID_RESPONSE` if a block started with one input and received another */
  checkInputs(): void {
    for (const { fields, text, again } of this.#all)
      if (again !== '' && argumentsKey(again) !== argumentsKey(text))
        throw twoInputs(fields.name, text, again);
  }

  /** The parts that a later request replays. */
  parts(): ReplayPart[] {
    return this.#all.map(toPart);
  }

  /** Starts a block on its first delta, because some servers omit the start event. */
  #startLate(index: unknown, { text, thinking, type }: Fields, deltas: LLMDelta[]): OpenBlock | undefined {
    if (typeof text === 'string') this.start(index, { type: 'text' }, deltas);
    else if (typeof thinking === 'string') this.start(index, { type: 'thinking' }, deltas);
    else this.#unread.addType('a lone delta', type);
    return this.#blocks.get(index);
  }

  /** Reports a call that the provider made, together with its result. */
  #answerMcp(result: Fields, deltas: LLMDelta[]): void {
    const parts = [...this.#earlier, ...this.parts()];
    const uses = parts.flatMap((part) => (part.type === 'block' ? [part.block] : []));
    const use = uses.find(({ type, id }) => type === 'mcp_tool_use' && id === result.tool_use_id);
    if (use === undefined) return;
    deltas.push({ type: 'provider-call', call: readMcpCall(use, result, this.#redact) });
  }

  #grow(block: OpenBlock, { text: said, thinking }: Fields, deltas: LLMDelta[]): void {
    const kind = block.fields.type;
    const text = kind === 'text' ? textField(said, 'text') : undefined;
    if (text) {
      block.text += text;
      deltas.push({ type: 'text-delta', text });
    }
    if (kind === 'thinking' && typeof thinking === 'string' && thinking !== '') {
      block.text += thinking;
      deltas.push({ type: 'reasoning-delta', text: thinking });
    }
  }

  #addInput(block: OpenBlock, json: string, deltas: LLMDelta[]): void {
    block.text += json;
    if (block.call !== undefined && json !== '') {
      deltas.push({ type: 'tool-call-delta', index: block.call, arguments: json });
    }
  }
}

function toPart({ fields, call, text, signature, citations }: OpenBlock): ReplayPart {
  if (call !== undefined) return { type: 'call' };
  if (fields.type === 'text') {
    if (citations.length === 0) return { type: 'text', length: text.length };
    return { type: 'block', block: json({ ...fields, text, citations }), length: text.length };
  }
  if (fields.type === 'thinking') {
    return { type: 'block', block: json({ ...fields, thinking: text, signature }), length: 0 };
  }
  // The input of the provider's own tools also arrives in fragments.
  const input = text === '' ? {} : { input: parseArguments(text) ?? {} };
  return { type: 'block', block: json({ ...fields, ...input }), length: 0 };
}

/** Whether a block type is supported, including blocks that are only sent back to the provider. */
function isKnown(type: unknown): boolean {
  return typeof type === 'string' && (KNOWN.has(type) || type.endsWith('_tool_result'));
}

const KNOWN: ReadonlySet<string> = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'server_tool_use',
  'mcp_tool_use',
  'container_upload',
  'compaction',
]);

function twoInputs(name: unknown, first: string, second: string): ToolwrightError {
  const message = `The reply calls ${jsonStart(name, 80)} with two inputs: ${jsonStart(first, 80)} and ${jsonStart(second, 80)}.`;
  return new ToolwrightError('INVALID_RESPONSE', message, {
    blame: 'provider',
    hint: 'None of the calls in the reply were executed. Ask again.',
  });
}

/** Converts fields, which were parsed from JSON, to a JSON object. Omits undefined fields. */
function json(fields: Fields): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;
}

function hasMembers(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
