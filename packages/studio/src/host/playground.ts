import {
  type AgentEvent,
  type LLMProvider,
  type Logger,
  type Message,
  ToolwrightError,
} from '@toolwright/contract';
import type { Policy, RunOptions } from '@toolwright/core';
import type { PlaygroundNote } from '../protocol/studio-event.js';
import type { PlaygroundStart } from './host-messages.js';

const POLICY = 'studio-playground';

/** The part of the settings that runs support as options. */
export type PlaygroundOptions = Pick<RunOptions, 'tools'>;

export function playgroundOptions({ settings }: PlaygroundStart): PlaygroundOptions {
  return settings.tools === undefined ? {} : { tools: settings.tools };
}

/** Creates a policy for one run that adds the conversation so far to each request, and changes the model, the system prompt and the temperature. */
export function playgroundPolicy(agent: string, { history, settings }: PlaygroundStart): Policy {
  const { model, systemPrompt, temperature } = settings;
  let input: string | undefined;
  return {
    name: POLICY,
    onInput(message) {
      input = JSON.stringify(message);
    },
    beforeModel(request, info) {
      const messages = withHistory(request.messages, history, input);
      // After a handoff, another agent is active, with its own model, prompt and temperature.
      if (info.agent !== agent) return { change: { ...request, messages } };
      return {
        change: {
          ...request,
          messages: systemPrompt === undefined ? messages : withPrompt(messages, systemPrompt),
          ...(temperature !== undefined && { options: { ...request.options, temperature } }),
          ...(model !== undefined && { client: clientFor(model, request.client ?? info.client, agent) }),
        },
      };
    },
  };
}

/** Wraps the logger of a run, to note what the playground changed, instead of one event of the policy for each request. */
export function playgroundLogger(inner: Logger, { after, settings }: PlaygroundStart): Logger {
  const note: PlaygroundNote = { type: 'playground', after, settings };
  let isNoted = false;
  return {
    log(event, run) {
      if (event.type === 'policy' && event.policy === POLICY && event.action === 'change') return;
      const logged = inner.log(event, run);
      // The logger writes any object that has a type.
      if (!isNoted) inner.log(note as unknown as AgentEvent, run);
      isNoted = true;
      return logged;
    },
    within: (callId, run, work) => (inner.within ? inner.within(callId, run, work) : work()),
  };
}

/** Adds the conversation before the input of the run, after everything that the agent remembers. */
function withHistory(
  messages: readonly Message[],
  history: readonly Message[],
  input: string | undefined,
): readonly Message[] {
  const found = messages.findLastIndex((message) => JSON.stringify(message) === input);
  // Another policy may have changed the input.
  const place = Math.max(0, found === -1 ? messages.findLastIndex(({ role }) => role === 'user') : found);
  return [...messages.slice(0, place), ...history, ...messages.slice(place)];
}

function withPrompt(messages: readonly Message[], text: string): readonly Message[] {
  const others = messages.filter((message) => !isSystem(message));
  return text === '' ? others : [{ role: 'system', content: text }, ...others];
}

function isSystem(message: Message | undefined): boolean {
  return message?.role === 'system' || message?.role === 'developer';
}

function clientFor(model: string, client: LLMProvider, agent: string): LLMProvider {
  if (client.withModel !== undefined) return client.withModel(model);
  throw new ToolwrightError('UNSUPPORTED', `The client of the agent '${agent}' cannot change its model.`, {
    blame: 'developer',
    hint: 'Leave the model empty. Clients of `createClient` can change it; other clients need a method `withModel`.',
  });
}
