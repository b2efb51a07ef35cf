/** A server for the conformance suite, built on ours. It prints its address and ends with its standard input. */
import { PromptRegistry } from '@toolwright/prompts';
import type { McpContent } from '../content.js';
import { serveMcp } from '../serve-mcp.js';
import { createConformanceResources } from './server-resources.test.fixture.js';
import { createConformanceTools } from './server-tools.test.fixture.js';
import { tasks } from './task-tools.test.fixture.js';

/** An image of one pixel, and silent audio. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const image: McpContent = { type: 'image', data: PNG, mimeType: 'image/png' };

function embedded(uri: string): McpContent {
  return { type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'Embedded.' } };
}

const CONTENT: Readonly<Record<string, McpContent[]>> = {
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  test_embedded_resource: [embedded('test://embedded-resource')],
  test_multiple_content_types: [
    { type: 'text', text: 'All:' },
    image,
    embedded('test://mixed-content-resource'),
  ],
};

const prompts = new PromptRegistry()
  .addPrompt('test_simple_prompt', 'This is a simple prompt for testing.')
  .addPrompt('test_prompt_with_arguments', "Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
  .addPrompt('test_prompt_with_embedded_resource', '{resourceUri}')
  .addPrompt('test_prompt_with_image', 'An image.')
  .addPrompt('test_input_required_result_prompt', 'A prompt that asks.');

const service = await serveMcp(
  { ...createConformanceTools(), ...createConformanceResources(PNG) },
  {
    name: 'conformance',
    version: '1.0.0',
    prompts,
    promptDetails: Object.fromEntries(prompts.listPrompts().map((name) => [name, { description: name }])),
    tasks,
    complete: () => [],
    content: (tool) => (Object.hasOwn(CONTENT, tool) ? CONTENT[tool] : undefined),
    promptMessages: async (name, { resourceUri = '' }, call) => {
      const text = { role: 'user' as const, content: { type: 'text' as const, text: 'Please look at it.' } };
      if (name === 'test_input_required_result_prompt') {
        const requestedSchema = { type: 'object', properties: { context: { type: 'string' } } };
        const { content } = await call.elicit({ message: 'Which context?', requestedSchema });
        return [{ role: 'user', content: { type: 'text', text: `About ${content?.context}.` } }];
      }
      if (name === 'test_prompt_with_image') return [{ role: 'user', content: image }, text];
      if (name === 'test_prompt_with_embedded_resource') {
        return [{ role: 'user', content: embedded(resourceUri) }, text];
      }
      return undefined;
    },
    http: { port: Number(process.env.PORT ?? 0) },
  },
);
process.stdout.write(`${service.url}\n`);
process.stdin.resume().once('end', () => void service.close());
