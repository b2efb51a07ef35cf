import { type ToolHints, type ToolSpec, toolHints } from '@toolwright/contract';
import type { Finding } from '@toolwright/program/compiler';
import type { LintTool } from '../lint-tool.js';
import { listed } from '../words.js';

/** The directories of MCP servers whose rules for tools are known; docs/lint.md names the pages that state them. */
export const DIRECTORIES = ['anthropic', 'openai'] as const;
/** A directory of MCP servers, such as that of Anthropic. */
export type Directory = (typeof DIRECTORIES)[number];

interface Rules {
  readonly owner: string;
  readonly needsTitle: boolean;
  /** Returns the hints that a tool must have. The defaults of MCP's specification do not count. */
  readonly hints: (known: ToolHints) => readonly (keyof ToolHints)[];
}

const RULES: Readonly<Record<Directory, Rules>> = {
  anthropic: {
    owner: 'Anthropic',
    needsTitle: true,
    hints: ({ readOnly }) => (readOnly === true ? ['readOnly'] : ['readOnly', 'destructive']),
  },
  openai: {
    owner: 'OpenAI',
    needsTitle: false,
    hints: () => ['readOnly', 'destructive', 'openWorld'],
  },
};

/** Reports each tool that a directory would refuse. */
export function* checkDirectories(
  tools: readonly LintTool[],
  directories: readonly Directory[],
): Generator<Finding> {
  for (const name of directories) {
    for (const { spec, site } of tools) {
      const missing = missingIn(spec, RULES[name]).map((part) => `\`${part}\``);
      if (missing.length === 0) continue;
      yield {
        code: 'TW5017',
        node: site.at,
        message: `The directory of ${RULES[name].owner} would refuse \`${spec.name}\`, which lacks ${listed(missing)}.`,
        tool: spec.name,
        documented: site.documented,
      };
    }
  }
}

function missingIn(spec: ToolSpec, { needsTitle, hints }: Rules): readonly string[] {
  const known = toolHints(spec);
  const { title = '' } = spec.annotations;
  return [
    ...(needsTitle && title.trim() === '' ? ['title'] : []),
    ...hints(known).filter((hint) => known[hint] === undefined),
  ];
}
