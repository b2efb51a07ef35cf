import { toolHints } from '@toolwright/contract';
import type { Finding } from '@toolwright/program/compiler';
import type { LintTool } from '../lint-tool.js';
import { listed } from '../words.js';

/** The directories of MCP servers whose rules for tools are known; docs/lint.md names the pages that state them. */
export const DIRECTORIES = ['anthropic', 'openai'] as const;
/** A directory of MCP servers, such as that of Anthropic. */
export type Directory = (typeof DIRECTORIES)[number];

const OWNERS: Readonly<Record<Directory, string>> = { anthropic: 'Anthropic', openai: 'OpenAI' };

/** Reports each tool that a directory would refuse. */
export function* checkDirectories(
  tools: readonly LintTool[],
  directories: readonly Directory[],
): Generator<Finding> {
  for (const directory of directories) {
    for (const tool of tools) {
      const { spec, site } = tool;
      const missing = requiredParts(tool)[directory].filter(([, value]) => value === undefined);
      if (missing.length === 0) continue;
      const parts = listed(missing.map(([name]) => `\`${name}\``));
      const message = `The directory of ${OWNERS[directory]} would refuse \`${spec.name}\`, which lacks ${parts}.`;
      yield { code: 'TW5017', node: site.at, message, tool: spec.name, documented: site.documented };
    }
  }
}

type Part = readonly [name: string, value: unknown];

/** Returns what each directory requires of a tool. The defaults of MCP's specification are no values. */
function requiredParts({ spec }: LintTool): Readonly<Record<Directory, readonly Part[]>> {
  const { readOnly, destructive, openWorld } = toolHints(spec);
  const title = spec.annotations.title?.trim() || undefined;
  const changes: readonly Part[] = [
    ['readOnly', readOnly],
    ['destructive', destructive],
  ];
  return { anthropic: [['title', title], ...changes], openai: [...changes, ['openWorld', openWorld]] };
}
