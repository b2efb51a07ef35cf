import { formatCount, shortenText } from '@toolwright/contract';
import { textBlocks } from './text-blocks.js';
import type { ToolSection } from './tool-page.js';

/** Follows the number of tools; the command knows its own files by it. */
export const LLMS_MARK = 'each with its parameters, defaults, result and errors.';

/**
 * Returns a list of the tools for models, with links to the Markdown page.
 * @param page the file name of that page
 * @see https://llmstxt.org
 */
export function llmsText(title: string, page: string, tools: readonly ToolSection[]): string {
  const lines = tools.map(({ name, anchor, description }) => {
    const [first] = textBlocks(description);
    const summary = first?.type === 'paragraph' ? `: ${shortenText(first.text, MAX_SUMMARY)}` : '';
    return `- [${name}](${page}#${anchor})${summary}`;
  });
  return `# ${title}\n\n> ${formatCount(tools.length, 'tool')}, ${LLMS_MARK}\n\n## Tools\n\n${lines.join('\n')}\n`;
}

const MAX_SUMMARY = 300;
