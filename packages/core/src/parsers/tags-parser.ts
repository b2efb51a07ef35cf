import { ToolwrightError } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import { checkTags, type TagSet, type TagsOutput, type TagsRead } from '@toolwright/prompts';
import type { AnswerFormat } from './answer-format.js';
import { writeFence } from './find-fences.js';
import { readTags } from './read-tags.js';

/**
 * Creates a parser for answers that consist of XML tags, Markdown code blocks and signals; see {@link TagSet}.
 * @throws ToolwrightError `INVALID_PROMPT` for invalid names
 */
export function tagsParser<const Tags extends TagSet>(tags: Tags): AnswerFormat<TagsOutput<Tags>> {
  checkTags(tags, 'parsers.tags');
  return {
    instructions: tagsPrompt(tags),
    parse: (text) => readTags(text, tags),
    // The output has a member for every tag.
    format: (value) => writeTags(value as TagsRead, tags),
  };
}

/** Describes the parts of the answer to the model. */
export function tagsPrompt({ xml = {}, markdown = {}, signals = {} }: TagSet): string {
  const parts = [
    ...Object.entries(xml).map(([name, use]) => `- <${name}>…</${name}>, ${use}`),
    ...Object.entries(markdown).map(
      ([name, use]) => `- a Markdown block that starts with \`\`\`${name}, ${use}`,
    ),
    ...Object.entries(signals).map(([name, use]) => `- <${name}/>, ${use}`),
  ];
  return `Your final answer is read by a program that looks for these parts:\n${parts.join('\n')}`;
}

function writeTags(value: TagsRead, tags: TagSet): string {
  const text = [
    ...write(value.xml, (name, content) => `<${name}>\n${content}\n</${name}>`),
    ...write(value.markdown, writeFence),
    ...Object.entries(value.signals).flatMap(([name, present]) => (present ? [`<${name}/>`] : [])),
  ].join('\n');
  if (readsAs(text, tags, value)) return text;
  throw new ToolwrightError(
    'USAGE',
    'The contents contain tags, so the answer would be parsed differently.',
    {
      blame: 'developer',
      hint: 'Use tags that do not occur in their contents, and trim the contents.',
    },
  );
}

function readsAs(text: string, tags: TagSet, { raw: _raw, ...parts }: TagsRead): boolean {
  try {
    const { raw: _text, ...read } = readTags(text, tags);
    return canonicalJson(read) === canonicalJson(parts);
  } catch {
    // The written text is parsed differently, or a required part is missing.
    return false;
  }
}

function write(contents: TagsRead['xml'], one: (name: string, content: string) => string): string[] {
  return Object.entries(contents).flatMap(([name, list]) => list.map((content) => one(name, content)));
}
