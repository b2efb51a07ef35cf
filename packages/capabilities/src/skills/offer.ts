import type { Message, ToolSpec } from '@toolwright/contract';
import type { ModelRequest } from '@toolwright/core';
import type { ToolRegistry } from '@toolwright/tools';
import type { Skill } from './skill.js';

/** What the folders offered when they were read. */
export interface Offer {
  readonly list: readonly Skill[];
  readonly catalogue: string;
  readonly tools: ToolRegistry;
}

/**
 * Adds the list of skills to a request, and describes their tools as they were at the start of its run.
 * @param offer what the run was offered
 * @param now what runs that start now are offered
 */
export function withOffer(request: ModelRequest, offer: Offer, now: Offer, canRead: boolean): ModelRequest {
  const isListed = canRead && offer.catalogue !== '';
  if (!isListed && offer === now) return request;
  const messages = isListed ? withText(request.messages, offer.catalogue) : request.messages;
  return { ...request, messages, tools: asOffered(request.tools, offer, now) };
}

/** Describes the tools of a request as they were at the start of its run. New ones are left out. */
function asOffered(tools: readonly ToolSpec[], before: Offer, now: Offer): readonly ToolSpec[] {
  if (before === now) return tools;
  return tools.flatMap((tool) => {
    // Another agent may have a tool with such a name.
    if (now.tools.get(tool.name)?.description !== tool.description) return [tool];
    const offered = before.tools.get(tool.name);
    return offered === undefined ? [] : [{ ...tool, ...offered }];
  });
}

/** Appends a text to the system prompt, which stays at the beginning of the request. */
function withText(messages: readonly Message[], text: string): readonly Message[] {
  const [first, ...rest] = messages;
  if (first?.role === 'system' || first?.role === 'developer')
    return [{ ...first, content: `${first.content}\n\n${text}` }, ...rest];
  return [{ role: 'system', content: text }, ...messages];
}
