import { readFileSync } from 'node:fs';

export interface CodeBlock {
  /** From a first line such as `// src/weather.ts`; blocks without one are named after their place. */
  readonly file: string;
  readonly text: string;
}

/** The TypeScript code blocks of a Markdown file, in order. */
export function codeBlocks(markdownFile: string): CodeBlock[] {
  const markdown = readFileSync(markdownFile, 'utf8');
  return [...markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = ''], index) => {
    const named = /^\/\/ (src\/\S+\.ts)\n/.exec(text);
    return { file: named?.[1] ?? `src/block-${index + 1}.ts`, text };
  });
}
