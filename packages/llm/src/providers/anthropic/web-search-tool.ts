import type { BetaWebSearchTool20250305 } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { JsonObject } from '@toolwright/contract';
import { userPlace } from '../../request/user-place.js';
import type { Sent } from '../../sdk/sdk.js';

/**
 * Creates the provider's own search tool, in the version that every model supports. Converts the user's location from OpenAI's format
 * to Anthropic's. Options that only Anthropic supports (`max_uses`, `allowed_domains`, …) are passed unchanged.
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool
 */
export function webSearchTool(options: JsonObject): Sent<BetaWebSearchTool20250305> {
  const { search_context_size: _size, user_location: _location, ...rest } = options;
  const place = userPlace(options);
  return {
    type: 'web_search_20250305',
    name: 'web_search',
    ...rest,
    ...(place && { user_location: { ...place, type: 'approximate' } }),
  };
}
