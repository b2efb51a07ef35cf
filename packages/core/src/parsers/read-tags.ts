import type { TagSet, TagsOutput, TagUse } from '@toolwright/prompts';
import { splitThinking } from '../output/text/split-thinking.js';
import { isThoughtTag } from '../protocols/thought-tags.js';
import { findElements, hasSignal, withoutElements } from './find-elements.js';
import { findFences, withoutFences } from './find-fences.js';
import { parseError } from './parse-error.js';

/**
 * Splits an answer into its tags, and ignores preceding thoughts.
 * @throws ToolwrightError `INVALID_OUTPUT`, which lists every missing or unclosed tag
 */
export function readTags<Tags extends TagSet>(text: string, tags: Tags): TagsOutput<Tags> {
  const answer = thinks(tags) ? text : splitThinking(text).answer;
  const problems: string[] = [];
  const output = {
    raw: text,
    xml: collect(tags.xml, (name, use) => readElements(answer, name, use, problems)),
    markdown: readFences(answer, tags, problems),
    signals: readSignals(answer, tags, problems),
  };
  if (problems.length > 0) throw parseError(problems.join(' '), text);
  // The object has one member for each tag, and required members are not empty.
  return output as TagsOutput<Tags>;
}

/** Whether one of the tags is itself a thought tag. */
function thinks({ xml = {} }: TagSet): boolean {
  return Object.keys(xml).some(isThoughtTag);
}

function collect<T>(
  uses: Readonly<Record<string, TagUse>> | undefined,
  read: (name: string, use: TagUse) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(uses ?? {}).map(([name, use]) => [name, read(name, use)]));
}

function readElements(text: string, name: string, use: TagUse, problems: string[]): readonly string[] {
  const { contents, unclosed } = findElements(text, name);
  if (unclosed) problems.push(`<${name}> is not closed: end it with </${name}>.`);
  else if (use === 'required' && contents.length === 0) {
    problems.push(`<${name}> is missing: write it between <${name}> and </${name}>.`);
  } else if (use === 'required' && contents.includes('')) problems.push(`<${name}> is empty.`);
  return contents;
}

function readFences(
  text: string,
  { markdown }: TagSet,
  problems: string[],
): Readonly<Record<string, readonly string[]>> {
  const fences = markdown === undefined ? [] : findFences(text);
  return collect(markdown, (name, use) => {
    const found = fences.filter(({ language }) => language === name.toLowerCase());
    if (found.some(({ closed }) => !closed)) {
      problems.push(`The \`\`\`${name} block is not closed: end it with \`\`\` on its own line.`);
    } else if (use === 'required' && found.length === 0) {
      problems.push(`The \`\`\`${name} block is missing: write one.`);
    } else if (use === 'required' && found.some(({ content }) => content.trim() === '')) {
      problems.push(`The \`\`\`${name} block is empty.`);
    }
    return found.map(({ content }) => content);
  });
}

/** Reads the signals. A signal within another requested tag or block is part of its content and is ignored. */
function readSignals(
  text: string,
  { xml = {}, markdown = {}, signals }: TagSet,
  problems: string[],
): Readonly<Record<string, boolean>> {
  if (signals === undefined) return {};
  const languages = Object.keys(markdown).map((name) => name.toLowerCase());
  const outside = withoutElements(withoutFences(text, languages), Object.keys(xml));
  return collect(signals, (name, use) => readSignal(outside, name, use, problems));
}

function readSignal(text: string, name: string, use: TagUse, problems: string[]): boolean {
  const found = hasSignal(text, name);
  if (use === 'required' && !found) problems.push(`<${name}/> is missing: write it.`);
  return found;
}
