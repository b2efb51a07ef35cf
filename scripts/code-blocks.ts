import { readFileSync } from 'node:fs';

export interface CodeBlock {
  /** From a first line such as `// src/weather.ts`. A block without one is named after its position. */
  readonly file: string;
  readonly text: string;
  /** What the program prints: the `output` block directly after it. */
  readonly output?: string;
}

/** A program that codegen refuses: a block marked `ts error`. */
export interface RefusedBlock extends Pick<CodeBlock, 'file' | 'text'> {
  /** What codegen prints about it: the `text` block directly after it. */
  readonly diagnostics: string;
}

/** The TypeScript code blocks of a Markdown file, in order. */
export function codeBlocks(markdownFile: string): CodeBlock[] {
  const markdown = readFileSync(markdownFile, 'utf8');
  const blocks = markdown.matchAll(/^```ts\n([\s\S]*?)^```$(?:\n+```output\n([\s\S]*?)^```$)?/gm);
  return [...blocks].map(([, text = '', output], index) => {
    const named = /^\/\/ (src\/\S+\.ts)\n/.exec(text);
    const file = named?.[1] ?? `src/block-${index + 1}.ts`;
    return { file, text, ...(output !== undefined && { output }) };
  });
}

/** The other files of a page: blocks that name their path after the language, such as ```text skills/refunds/SKILL.md. */
export function fileBlocks(markdownFile: string): Pick<CodeBlock, 'file' | 'text'>[] {
  const markdown = readFileSync(markdownFile, 'utf8');
  const blocks = markdown.matchAll(/^```\w+ (\w\S*\/\S+)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, file = '', text = '']) => ({ file, text }));
}

export function refusedBlocks(markdownFile: string): RefusedBlock[] {
  const markdown = readFileSync(markdownFile, 'utf8');
  const blocks = markdown.matchAll(
    /^```ts error\n\/\/ (src\/\S+\.ts)\n([\s\S]*?)^```$\n+```text\n([\s\S]*?)^```$/gm,
  );
  return [...blocks].map(([, file = '', text = '', diagnostics = '']) => ({
    file,
    text: `// ${file}\n${text}`,
    diagnostics,
  }));
}
