import type { MemberRow, MemberRows } from './member-rows.js';
import { plainCode, textBlocks, textSpans } from './text-blocks.js';
import type { ToolSection } from './tool-page.js';

/** Returns the page in GitHub's Markdown. Text from the project only becomes text or code, never structure or HTML. */
export function markdownPage(title: string, tools: readonly ToolSection[]): string {
  const list = tools.map(({ name, anchor, description }) => {
    const [first] = textBlocks(description);
    const summary = first?.type === 'paragraph' ? `: ${inline(first.text)}` : '';
    return `- [${escapeText(name)}](#${anchor})${summary}`;
  });
  return [
    `# ${escapeText(title)}`,
    MARKDOWN_MARK,
    ...(list.length > 0 ? [list.join('\n')] : ['There are no tools.']),
    ...tools.map(section),
  ]
    .join('\n\n')
    .concat('\n');
}

/** A line of each page, by which the command knows its own files. */
export const MARKDOWN_MARK =
  '<!-- Made by `npx toolwright docs` from the sources of the tools. Do not edit. -->';

function section(tool: ToolSection): string {
  const { name, signature, description, hints, parameters, result, throws, examples, source } = tool;
  const parts = [
    `## ${escapeText(name)}`,
    fenced(signature, 'ts'),
    ...(hints.length > 0 ? [hints.map((hint) => `**${escapeText(hint)}**`).join(' · ')] : []),
    ...textBlocks(description).map(block),
    ...table('Parameters', parameters),
  ];
  if (result !== undefined) {
    const says = textBlocks(result.description).map(block);
    parts.push(`**Result:** ${code(result.type)}`, ...says, ...table('', result.members));
  }
  if (throws.length > 0) parts.push('**Errors**', throws.map((text) => `- ${inline(text)}`).join('\n'));
  if (examples.length > 0)
    parts.push('**Examples**', ...examples.map((text) => fenced(plainCode(text), 'ts')));
  parts.push(`Source: ${code(source)}`);
  return parts.join('\n\n');
}

function table(title: string, { rows, more }: MemberRows): readonly string[] {
  if (rows.length === 0) return [];
  const isInput = title !== '';
  const head = isInput ? ['name', 'type', 'default', 'description'] : ['member', 'type', 'description'];
  const lines = rows.map((row) => {
    const cells = [
      cellCode(row.name),
      cellCode(row.type),
      ...(isInput ? [defaultCell(row)] : []),
      descriptionCell(row),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const shown = [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines].join('\n');
  return [...(isInput ? [`**${title}**`] : []), shown, ...(more ? ['There are more members.'] : [])];
}

function defaultCell({ required, fallback }: MemberRow): string {
  if (fallback !== undefined) return cellCode(fallback);
  return required ? 'required' : 'optional';
}

function descriptionCell({ description, rules, examples, deprecated }: MemberRow): string {
  return [
    ...(deprecated ? ['**Deprecated.**'] : []),
    ...(description === '' ? [] : [cellText(description)]),
    ...(rules === '' ? [] : [`(${escapeText(rules).replaceAll('|', '\\|')})`]),
    ...(examples.length > 0 ? [`e.g. ${examples.map(cellCode).join(', ')}`] : []),
  ].join(' ');
}

/**
 * Formats code in a table cell, where a pipe ends the cell even within code. `\\|` avoids this, except after a backslash. Entities only
 * work in HTML.
 */
function cellCode(text: string): string {
  if (!text.includes('|')) return code(text);
  if (!text.includes('\\')) return code(text).replaceAll('|', '\\|');
  return `<code>${escapeText(text).replaceAll('|', '&#124;')}</code>`;
}

function cellText(text: string): string {
  return textSpans(text)
    .map((span) =>
      span.type === 'code' ? cellCode(span.text) : escapeText(span.text).replaceAll('|', '\\|'),
    )
    .join('');
}

function block(part: ReturnType<typeof textBlocks>[number]): string {
  switch (part.type) {
    case 'paragraph':
      return inline(part.text);
    case 'list':
      return part.items.map((item) => `- ${inline(item)}`).join('\n');
    case 'code':
      return fenced(part.text, '');
    default:
      return part satisfies never;
  }
}

function inline(text: string): string {
  return textSpans(text)
    .map((span) => (span.type === 'code' ? code(span.text) : escapeText(span.text)))
    .join('');
}

/** Escapes characters that Markdown or HTML would interpret as structure. */
function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_[\]~#$]/g, '\\$&')
    .replace(/^(\s*)([-+=])/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])/, '$1\\$2')
    .replace(/^!/, '\\!');
}

/** Formats a single line of text as code. The fence is longer than any sequence of backticks in the text. */
function code(text: string): string {
  const line = text.replaceAll('\n', ' ');
  if (line.trim() === '') return '';
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
