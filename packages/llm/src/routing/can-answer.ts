import type { LLMProvider, LLMRequest } from '@toolwright/contract';

/** A capability that a client must have to give a useful answer. */
interface Need {
  readonly name: string;
  readonly isAsked: (request: LLMRequest) => boolean;
  readonly isMet: (capabilities: NonNullable<LLMProvider['capabilities']>) => boolean;
}

const NEEDS: readonly Need[] = [
  {
    name: 'tools',
    isAsked: ({ tools }) => tools.length > 0,
    isMet: ({ tools }) => tools !== false,
  },
  {
    name: 'MCP servers',
    isAsked: ({ options: { mcpServers = [] } }) => mcpServers.length > 0,
    isMet: ({ mcpServers = 'none' }) => mcpServers !== 'none',
  },
  {
    name: 'log-probabilities',
    isAsked: ({ options: { logprobs } }) => logprobs !== undefined,
    isMet: ({ logprobs }) => logprobs === true,
  },
];

/** Returns a capability that the request requires but the client lacks; undefined if it lacks none, or its capabilities are unknown. */
export function missingNeed(client: LLMProvider, request: LLMRequest): string | undefined {
  const { capabilities } = client;
  if (capabilities === undefined) return undefined;
  return NEEDS.find(({ isAsked, isMet }) => isAsked(request) && !isMet(capabilities))?.name;
}
