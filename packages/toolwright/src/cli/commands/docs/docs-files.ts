import type { ToolDocs } from '@toolwright/codegen';
import { htmlPage } from './html-page.js';
import { llmsText } from './llms-text.js';
import { markdownPage } from './markdown-page.js';
import { toolSections } from './tool-page.js';
import { visibleLine } from './visible-text.js';

/** A documentation file. */
export interface DocsFile {
  readonly name: string;
  readonly text: string;
}

/** Returns the documentation files for some tools. Deterministic for the same tools. */
export function docsFiles(title: string, tools: readonly ToolDocs[], llms: boolean): readonly DocsFile[] {
  const sections = toolSections(tools);
  const shown = visibleLine(title);
  return [
    { name: 'README.md', text: markdownPage(shown, sections) },
    { name: 'index.html', text: htmlPage(shown, sections) },
    ...(llms ? [{ name: 'llms.txt', text: llmsText(shown, 'README.md', sections) }] : []),
  ];
}
