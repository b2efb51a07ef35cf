import { signal } from '@preact/signals';
import type { AgentEntry } from '../../../src/protocol/requests.js';
import type { RunSettings } from '../../../src/protocol/studio-event.js';

const KEY = 'toolwright playground';

/** What the page changes of each agent, by its name. Kept until the tab is closed. */
const changed = signal<Readonly<Record<string, RunSettings>>>(readStored());
/** The messages that were not sent yet, by agent. */
const drafts = signal<Readonly<Record<string, string>>>({});

export function settingsOf(agent: string): RunSettings {
  return Object.hasOwn(changed.value, agent) ? (changed.value[agent] ?? {}) : {};
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

/** Returns the settings without those that are as the agent has them, and without tools that it no longer has. */
export function effective(
  { model, systemPrompt, temperature, tools }: RunSettings,
  agent: AgentEntry,
): RunSettings {
  const name = model?.trim() ?? '';
  const known = tools?.filter((tool) => agent.tools.includes(tool));
  return {
    ...(name !== '' && name !== agent.model && { model: name }),
    ...(systemPrompt !== undefined && systemPrompt !== (agent.systemPrompt ?? '') && { systemPrompt }),
    ...(temperature !== undefined && { temperature }),
    ...(known !== undefined && known.length < agent.tools.length && { tools: known }),
  };
}

function readStored(): Readonly<Record<string, RunSettings>> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    // Only this page writes it.
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, RunSettings>) : {};
  } catch {
    return {}; // no storage, or a damaged value
  }
}
