import type { MemberRow, MemberRows } from './member-rows.js';
import { PAGE_STYLE } from './page-style.js';
import { plainCode, textBlocks, textSpans } from './text-blocks.js';
import type { ToolSection } from './tool-page.js';

/** A line of each page, by which the command knows its own files: the page loads nothing. */
export const HTML_MARK =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">';

/** The page as one HTML file without scripts, images or anything from elsewhere; the policy in its head says so to browsers. */
export function htmlPage(title: string, tools: readonly ToolSection[]): string {
  const links = tools.map(link);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${HTML_MARK}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
${PAGE_STYLE}</style>
</head>
<body>
<nav>
<ul>
${links.join('\n')}
</ul>
</nav>
<main>
<h1>${escapeHtml(title)}</h1>
${tools.length === 0 ? '<p>There are no tools.</p>' : tools.map(section).join('\n')}
</main>
</body>
</html>
`;
}

/** Formats a link. If the name includes its file, the file is shown below the name. */
function link({ name, anchor }: ToolSection): string {
  const [first = '', rest] = name.split('#', 2);
  const file = rest === undefined ? '' : `<small>${escapeHtml(first)}</small>`;
  return `<li><a href="#${escapeHtml(anchor)}">${escapeHtml(rest ?? first)}</a>${file}</li>`;
}

function section(tool: ToolSection): string {
  const { name, anchor, signature, description, hints, parameters, result, throws, examples, source } = tool;
  return [
    `<section id="${escapeHtml(anchor)}">`,
    `<h2><a href="#${escapeHtml(anchor)}">${escapeHtml(name)}</a></h2>`,
    ...(hints.length > 0
      ? [`<p class="hints">${hints.map((hint) => `<span>${escapeHtml(hint)}</span>`).join(' ')}</p>`]
      : []),
    ...blocks(description),
    pre(signature),
    ...table('Parameters', parameters),
    ...(result === undefined
      ? []
      : [
          `<h3>Result</h3>\n<p>${code(result.type)}</p>`,
          ...blocks(result.description),
          ...table('', result.members),
        ]),
    ...(throws.length > 0
      ? [`<h3>Errors</h3>\n<ul>\n${throws.map((text) => `<li>${inline(text)}</li>`).join('\n')}\n</ul>`]
      : []),
    ...(examples.length > 0 ? ['<h3>Examples</h3>', ...examples.map((text) => pre(plainCode(text)))] : []),
    `<p class="source">${escapeHtml(source)}</p>`,
    '</section>',
  ].join('\n');
}

function table(title: string, { rows, more }: MemberRows): readonly string[] {
  if (rows.length === 0) return [];
  const isInput = title !== '';
  const head = isInput ? ['Name', 'Type', 'Default', 'Description'] : ['Member', 'Type', 'Description'];
  const lines = rows.map((row) => {
    const cells = [
      nameCell(row.name),
      code(row.type),
      ...(isInput ? [defaultCell(row)] : []),
      descriptionCell(row),
    ];
    return `<tr>${cells.map((text) => `<td>${text}</td>`).join('')}</tr>`;
  });
  return [
    ...(isInput ? [`<h3>${title}</h3>`] : []),
    `<div class="table"><table>\n<thead><tr>${head.map((text) => `<th>${text}</th>`).join('')}</tr></thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table></div>`,
    ...(more ? ['<p>There are more members.</p>'] : []),
  ];
}

/** Formats a name. Long paths can break after a dot. */
function nameCell(name: string): string {
  return `<code>${name.split('.').map(escapeHtml).join('.<wbr>')}</code>`;
}

function defaultCell({ required, fallback }: MemberRow): string {
  if (fallback !== undefined) return code(fallback);
  return required ? '<em>required</em>' : '';
}

function descriptionCell({ description, rules, examples, deprecated }: MemberRow): string {
  return [
    ...(deprecated ? ['<strong>Deprecated.</strong>'] : []),
    ...(description === '' ? [] : [inline(description)]),
    ...(rules === '' ? [] : [`<span class="rules">(${escapeHtml(rules)})</span>`]),
    ...(examples.length > 0 ? [`<span class="rules">e.g. ${examples.map(code).join(', ')}</span>`] : []),
  ].join(' ');
}

function blocks(text: string): readonly string[] {
  return textBlocks(text).map((part) => {
    switch (part.type) {
      case 'paragraph':
        return `<p>${inline(part.text)}</p>`;
      case 'list':
        return `<ul>\n${part.items.map((item) => `<li>${inline(item)}</li>`).join('\n')}\n</ul>`;
      case 'code':
        return pre(part.text);
      default:
        return part satisfies never;
    }
  });
}

function inline(text: string): string {
  return textSpans(text)
    .map((span) => (span.type === 'code' ? code(span.text) : escapeHtml(span.text)))
    .join('');
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

function pre(text: string): string {
  return `<pre><code>${escapeHtml(text)}</code></pre>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
