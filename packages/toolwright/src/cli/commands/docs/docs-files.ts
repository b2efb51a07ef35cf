import type { ToolDocs } from '@toolwright/codegen';
import { HTML_MARK, htmlPage } from './html-page.js';
import { LLMS_MARK, llmsText } from './llms-text.js';
import { MARKDOWN_MARK, markdownPage } from './markdown-page.js';
import { toolSections } from './tool-page.js';
import { visibleLine } from './visible-text.js';

/** A documentation file. */
export interface DocsFile {
  readonly name: string;
  readonly text: string;
  /** A part of the text that no other program writes. */
  readonly mark: string;
}

/** Returns the documentation files for some tools. Deterministic for the same tools. */
export function docsFiles(title: string, tools: readonly ToolDocs[], llms: boolean): readonly DocsFile[] {
  const sections = toolSections(tools);
  const shown = visibleLine(title);
  return [
    { name: 'README.md', text: markdownPage(shown, sections), mark: MARKDOWN_MARK },
    { name: 'index.html', text: htmlPage(shown, sections), mark: HTML_MARK },
    ...(llms ? [{ name: 'llms.txt', text: llmsText(shown, 'README.md', sections), mark: LLMS_MARK }] : []),
  ];
}
