import type { Command } from './args/command.js';

const EXAMPLES = `
Examples:
  $ toolwright init                 set up a project
  $ toolwright codegen              write src/toolwright.gen.ts
  $ toolwright codegen --check      fail if it is stale, for CI
  $ toolwright schema forecast      print the schemas of one tool`;

/** The complete command line. The help lists the commands in this order. */
export const PROGRAM: Command = {
  description: 'Turns ordinary TypeScript methods into tools that language models can call.',
  notes: EXAMPLES,
  commands: {
    codegen: async () => (await import('./commands/codegen/codegen-command.js')).codegenCommand,
    list: async () => (await import('./commands/list/list-command.js')).listCommand,
    lint: async () => (await import('./commands/lint/lint-command.js')).lintCommand,
    docs: async () => (await import('./commands/docs/docs-command.js')).docsCommand,
    schema: async () => (await import('./commands/schema/schema-command.js')).schemaCommand,
    lock: async () => (await import('./commands/lock/lock-command.js')).lockCommand,
    diff: async () => (await import('./commands/diff/diff-command.js')).diffCommand,
    effects: async () => (await import('./commands/effects/effects-command.js')).effectsCommand,
    migrate: async () => (await import('./commands/migrate/migrate-command.js')).migrateCommand,
    import: async () => (await import('./commands/import/import-command.js')).importCommand,
    call: async () => (await import('./commands/call/call-command.js')).callCommand,
    mcp: async () => (await import('./commands/mcp/mcp-command.js')).mcpCommand,
    dev: async () => (await import('./commands/dev/dev-command.js')).devCommand,
    eval: async () => (await import('./commands/eval/eval-command.js')).evalCommand,
    runs: async () => (await import('./commands/runs/runs-command.js')).runsCommand,
    sessions: async () => (await import('./commands/sessions/sessions-command.js')).sessionsCommand,
    init: async () => (await import('./commands/init/init-command.js')).initCommand,
  },
};
