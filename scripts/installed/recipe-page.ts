/**
 * A page of docs/recipes as a reader follows it, from top to bottom:
 *
 * - A block whose first line is a comment with a path (`// src/main.ts`, `# Dockerfile`) is a file.
 * - `sh` is a list of commands; they run in the folder of the page. `sh server` keeps running until the page ends. `sh untested` cannot be
 *   run here, and the page says why.
 * - `output` after commands is all that they print. A line `…` stands for any lines, `…` in a line for any
 *   characters.
 * - `<!-- model`, one JSON value a line, and `-->` are the replies of the model, in their order: a text or `{ "toolCalls": [ … ] }`.
 */
import { readFileSync } from 'node:fs';

export interface RecipePage {
  /** Whether the page begins with an empty folder. Other tests run the commands of other pages. */
  readonly isFollowed: boolean;
  /** The commands that fill an empty folder. */
  readonly setUp: string;
  /** What these install, without the archives of Toolwright. */
  readonly packages: readonly string[];
  readonly steps: readonly Step[];
  readonly replies: readonly Reply[];
}

export type Step =
  | { readonly kind: 'file'; readonly file: string; readonly text: string }
  | { readonly kind: 'commands'; readonly script: string; readonly output?: string }
  | { readonly kind: 'server'; readonly script: string };

export type Reply = string | { readonly toolCalls: { readonly name: string; readonly arguments: object }[] };

/** Pages with commands begin with these lines, and may install more packages. One installation serves all of them. */
const SET_UP =
  /^npm init --yes && npm pkg set type=module\nnpm install \.\/vendor\/\*\.tgz.*\n(?:npm install .*\n)*/m;

export function readRecipe(markdownFile: string): RecipePage {
  const markdown = readFileSync(markdownFile, 'utf8');
  const isFollowed = SET_UP.test(markdown);
  const packages: string[] = [];
  let setUp = '';
  const steps: Step[] = [];
  for (const [, language = '', kind, text = '', output] of markdown.matchAll(BLOCK)) {
    const file = /^(?:\/\/|#|--) (\S+)\n/.exec(text)?.[1];
    if (language !== 'sh' || file !== undefined) {
      if (file !== undefined && kind === undefined) steps.push({ kind: 'file', file, text });
    } else if (kind === 'server') {
      steps.push({ kind, script: text });
    } else if (kind === undefined) {
      const script = text.replace(SET_UP, (lines) => {
        packages.push(...packagesOf(lines));
        setUp = lines;
        return '';
      });
      steps.push({ kind: 'commands', script, ...(output !== undefined && { output }) });
    }
  }
  const replies = /^<!-- model\n([\s\S]*?)^-->$/m.exec(markdown)?.[1]?.trim().split('\n') ?? [];
  return { isFollowed, setUp, packages, steps, replies: replies.map((line): Reply => JSON.parse(line)) };
}

const BLOCK = /^```(\w+)(?: (\w+))?\n([\s\S]*?)^```$(?:\n+```output\n([\s\S]*?)^```$)?/gm;

function packagesOf(lines: string): string[] {
  return [...lines.matchAll(/^npm install (.*)$/gm)].flatMap(([, list = '']) =>
    list.split(' ').filter((word) => word !== '' && !/^--|^\.\/vendor/.test(word)),
  );
}
