import { visibleText } from '@toolwright/contract';
import type { Inline } from '../markdown/inline.js';
import type { Block } from '../markdown/read-markdown.js';

/** Writes blocks of untrusted Markdown as HTML. All texts are escaped, and addresses stay text. */
export function writeMarkdown(blocks: readonly Block[]): string {
  return blocks.map(writeBlock).join('\n');
}

/** Returns text for HTML, in elements and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function writeBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${writeParts(block.parts)}</p>`;
    case 'heading':
      return `<p><strong>${writeParts(block.parts)}</strong></p>`;
    case 'code':
      return `<pre>${write(block.text)}</pre>`;
    case 'rule':
      return '<hr>';
    case 'quote':
      return `<blockquote>${writeMarkdown(block.blocks)}</blockquote>`;
    case 'list': {
      const items = block.items.map((item) => `<li>${writeMarkdown(item)}</li>`).join('');
      return block.start === undefined ? `<ul>${items}</ul>` : `<ol start="${block.start}">${items}</ol>`;
    }
    case 'table': {
      const rows = block.rows.map((row, index) => writeRow(row, index === 0 ? 'th' : 'td'));
      return `<table>${rows.join('')}</table>`;
    }
    default:
      return block satisfies never;
  }
}

function writeRow(cells: readonly (readonly Inline[])[], tag: 'th' | 'td'): string {
  return `<tr>${cells.map((cell) => `<${tag}>${writeParts(cell)}</${tag}>`).join('')}</tr>`;
}

function writeParts(parts: readonly Inline[]): string {
  return parts.map(writePart).join('');
}

const TAGS = { strong: 'strong', emphasis: 'em', deleted: 'del' } as const;

function writePart(part: Inline): string {
  switch (part.kind) {
    case 'text':
      return write(part.text);
    case 'code':
      return `<code>${write(part.text)}</code>`;
    case 'link': {
      const [name, url] = [writeParts(part.parts), write(part.url)];
      return name === url ? url : `${name} (${url})`;
    }
    default:
      return `<${TAGS[part.kind]}>${writeParts(part.parts)}</${TAGS[part.kind]}>`;
  }
}

function write(text: string): string {
  return escapeHtml(visibleText(text));
}
