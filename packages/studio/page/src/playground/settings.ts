import { signal } from '@preact/signals';
import type { AgentEntry } from '../../../src/protocol/requests.js';
import type { RunSettings } from '../../../src/protocol/studio-event.js';

const KEY = 'toolwright playground';

/** What the page changes of each agent, by its name. Kept until the tab is closed. */
const changed = signal<Readonly<Record<string, RunSettings>>>(readStored());
/** The messages that were not sent yet, by agent. */
const drafts = signal<Readonly<Record<string, string>>>({});

export function settingsOf(agent: string): RunSettings {
  return Object.hasOwn(changed.value, agent) ? readSettings(changed.value[agent]) : {};
}

/** Returns the chosen tools of an agent: all if a chosen one no longer exists, because the choice was made among others. */
export function chosenTools({ tools }: RunSettings, agent: AgentEntry): readonly string[] {
  return tools?.every((name) => agent.tools.includes(name)) ? tools : agent.tools;
}

export function changeSettings(agent: string, settings: RunSettings): void {
  changed.value = { ...changed.value, [agent]: settings };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(changed.value));
  } catch {
    // Without storage, or if it is full, the settings are lost when the page is reloaded.
  }
}

export function draftOf(agent: string): string {
  return Object.hasOwn(drafts.value, agent) ? (drafts.value[agent] ?? '') : '';
}

export function changeDraft(agent: string, text: string): void {
  drafts.value = { ...drafts.value, [agent]: text };
}

/** Returns the settings without those that are as the agent has them. */
export function effective(
  { model, systemPrompt, temperature, tools }: RunSettings,
  agent: AgentEntry,
): RunSettings {
  const name = model?.trim() ?? '';
  const chosen = chosenTools({ ...(tools && { tools }) }, agent);
  return {
    ...(name !== '' && name !== agent.model && { model: name }),
    ...(systemPrompt !== undefined && systemPrompt !== (agent.systemPrompt ?? '') && { systemPrompt }),
    ...(temperature !== undefined && { temperature }),
    ...(chosen.length < agent.tools.length && { tools: chosen }),
  };
}

function readStored(): Readonly<Record<string, RunSettings>> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    // Each part is checked when it is read.
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, RunSettings>) : {};
  } catch {
    return {}; // no storage, or a damaged value
  }
}

/** Keeps what has the right type: the storage may be damaged. */
function readSettings(stored: RunSettings | undefined): RunSettings {
  const { model, systemPrompt, temperature, tools }: Readonly<Partial<Record<keyof RunSettings, unknown>>> =
    stored ?? {};
  return {
    ...(typeof model === 'string' && { model }),
    ...(typeof systemPrompt === 'string' && { systemPrompt }),
    ...(typeof temperature === 'number' && { temperature }),
    ...(Array.isArray(tools) && { tools: tools.filter((name) => typeof name === 'string') }),
  };
}
