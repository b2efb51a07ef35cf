import type { Exchange } from './wire-tap.js';

/** The maximum length of each text that is shown. */
const ROOM = 2_500;

/**
 * The parts of an exchange in which protocols differ: tools as schemas or as prose, the form of a call, and the form of its result. It
 * knows OpenAI's chat completions; of other providers it shows the beginning of the bodies.
 */
export function describeWire(exchanges: readonly Exchange[]): string {
  return exchanges.flatMap((exchange, index) => describeExchange(exchange, index)).join('\n');
}

function describeExchange({ request, reply }: Exchange, index: number): string[] {
  const body = parse(request);
  const messages = listOf(body.messages);
  if (messages.length === 0) {
    return [`--> request ${index + 1}`, indent(request), `<-- reply ${index + 1}`, indent(reply)];
  }
  const tools = listOf(body.tools);
  const system = messages.find(({ role }) => role === 'system' || role === 'developer');
  const lastUser = messages.findLastIndex(({ role }) => role === 'assistant');
  const news = messages.slice(index === 0 ? -1 : lastUser);
  return [
    `--> request ${index + 1}`,
    ...(index === 0 ? [`    system: ${indent(String(system?.content ?? '(none)')).trimStart()}`] : []),
    `    tools: ${tools.length === 0 ? '(none)' : indent(`${tools.length}, the first: ${JSON.stringify(tools[0])}`).trimStart()}`,
    ...news.map(({ role, ...message }) => `    ${role}: ${indent(textOf(message)).trimStart()}`),
    `<-- reply ${index + 1}`,
    `    assistant: ${indent(replyText(reply)).trimStart()}`,
  ];
}

type Fields = Readonly<Record<string, unknown>>;

/** A message as text if it has nothing but text, otherwise as JSON. */
function textOf(message: Fields): string {
  const { content, ...others } = message;
  return typeof content === 'string' && Object.keys(others).length === 0 ? content : JSON.stringify(message);
}

/** Joins the pieces of a stream. */
function replyText(reply: string): string {
  let text = '';
  let calls = '';
  for (const line of reply.split('\n')) {
    const [choice] = listOf(parse(line.replace(/^data: */, '')).choices);
    const delta: Fields = fields(choice?.delta ?? choice?.message);
    if (typeof delta.content === 'string') text += delta.content;
    for (const call of listOf(delta.tool_calls)) {
      const { name, arguments: args } = fields(call.function);
      if (typeof name === 'string') calls += `${calls === '' ? '' : '; '}${name} `;
      if (typeof args === 'string') calls += args;
    }
  }
  if (calls !== '') return `${text}tool_calls: ${calls}`;
  return text === '' ? reply : text;
}

function parse(text: string): Fields {
  try {
    return fields(JSON.parse(text));
  } catch {
    // Not every line of a stream is JSON.
    return {};
  }
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fields) : [];
}

/** Text of a model must not move the cursor. */
function indent(text: string): string {
  const characters = [...text];
  const left = characters.length - ROOM;
  const shown = left > 0 ? `${characters.slice(0, ROOM).join('')} … ${left} more characters` : text;
  return shown.replace(/[^\P{C}\n]/gu, '?').replace(/^/gm, '    ');
}
