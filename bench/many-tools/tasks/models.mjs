import { misspelt, withMistake } from './errors.mjs';
import { NEEDS } from './needs.mjs';
import { callKey, nextCalls } from './next-calls.mjs';
import { callsOf } from './plan.mjs';
import { printProgram } from './print-program.mjs';

/** The most calls of one reply, and the most programs of one task. */
const PARALLEL = 10;
const PROGRAMS = 6;
const SEARCH = 'searchTools';
const PROGRAM = 'runProgram';

/**
 * A model that does a task by what a request holds: its messages and its tools. It knows what the task means (the plan), makes all calls whose
 * arguments it knows, and makes a call that failed once more.
 * @param {object} task
 * @param {ReturnType<import('./errors.mjs').createErrors>} errors
 */
export function callingModel(task, errors) {
  return ({ messages, tools }) => {
    const { calls, turn } = readConversation(messages);
    const outcomes = new Map();
    for (const one of calls) {
      const key = callKey(one.name, one.args);
      outcomes.set(key, [...(outcomes.get(key) ?? []), one]);
    }
    const { wanted, pending, failed, values } = nextCalls(task.plan, outcomes, errors.read);
    const offered = new Set(tools.map((tool) => tool.function.name));
    const known = wanted.filter(({ name }) => offered.has(name));
    const missing = wanted.filter(({ name }) => !offered.has(name));
    const searches = searchesFor(missing, task, offered, calls);
    const next = [...searches, ...known].slice(0, PARALLEL);
    if (next.length > 0) return { calls: errors.isMistaken(turn) ? withMistake(next) : next };
    if (pending.size > 0 || missing.length > 0) return { text: 'I found no tool for this.' };
    return { text: finalText(task, failed, () => errors.read(task.answer, values)) };
  };
}

/**
 * A model that writes a program for a task, and again if the program did not end. It calls only tools whose declarations it has read.
 * @param {object} task
 * @param {ReturnType<import('./errors.mjs').createErrors>} errors
 * @param {{ retries: boolean }} options Whether its programs repeat calls that fail
 */
export function programmingModel(task, errors, options) {
  return ({ messages, tools }) => {
    const { calls, turn } = readConversation(messages);
    const offered = new Set(tools.map((tool) => tool.function.name));
    const texts = [...tools.map((tool) => tool.function.description), ...calls.map(({ value }) => value)];
    const isDeclared = (tool) => texts.some((text) => new RegExp(`\\b${tool}:Tool<`).test(String(text)));
    const missing = callsOf(task.plan).flatMap(({ tool }) => (isDeclared(tool) ? [] : { name: tool }));
    const searches = searchesFor(missing, task, offered, calls);
    if (searches.length > 0) return { calls: searches };
    if (missing.length > 0) return { text: 'I found no tool for this.' };
    const programs = calls.filter(({ name }) => name === PROGRAM);
    const last = programs.at(-1);
    if (last !== undefined && last.error === undefined)
      return { text: finalText(task, [], () => last.value) };
    if (programs.length >= PROGRAMS) return { text: `It failed: ${last.error}` };
    const code = printProgram(task, options);
    return { calls: [{ name: PROGRAM, args: { code: errors.isMistaken(turn) ? misspelt(code) : code } }] };
  };
}

/** Searches with the words of the need, and then with those of the task. */
function searchesFor(missing, { question }, offered, calls) {
  if (!offered.has(SEARCH)) return [];
  const asked = new Set(calls.filter(({ name }) => name === SEARCH).map(({ args }) => args.query));
  const queries = missing.flatMap(
    ({ name }) => [NEEDS[name], question].find((query) => !asked.has(query)) ?? [],
  );
  return [...new Set(queries)].map((query) => ({ name: SEARCH, args: { query } }));
}

/** Reads the calls of a conversation in the format of chat completions, with their outcomes. */
function readConversation(messages) {
  const results = new Map(
    messages.filter(({ role }) => role === 'tool').map((one) => [one.tool_call_id, one.content]),
  );
  const replies = messages.filter(({ role }) => role === 'assistant');
  const calls = replies.flatMap(({ tool_calls = [] }) =>
    tool_calls.map(({ id, function: { name, arguments: text } }) => ({
      name,
      args: JSON.parse(text),
      ...readOutcome(results.get(id)),
    })),
  );
  return { calls, turn: replies.length };
}

function readOutcome(content) {
  const text = typeof content === 'string' ? content : content.map((part) => part.text).join('');
  try {
    const value = JSON.parse(text);
    if (typeof value === 'object' && value !== null && Object.keys(value).join() === 'error')
      return { error: String(value.error), value: undefined };
    return { error: undefined, value };
  } catch {
    return text.startsWith('Tool error: ')
      ? { error: text, value: undefined }
      : { error: undefined, value: text };
  }
}

function finalText({ answer }, failed, value) {
  if (failed.length > 0) return `These calls failed: ${failed.join(', ')}.`;
  return answer === undefined ? 'Done.' : `Done: ${JSON.stringify(value())}`;
}
