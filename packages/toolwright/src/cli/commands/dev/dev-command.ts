import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ProgramModule, StudioOptions } from '@toolwright/studio/server';
import type { Command } from '../../args/command.js';
import { parsePort } from '../../args/whole-number.js';
import type { CommandContext } from '../../command-context.js';
import { CONTEXT_OPTION } from '../../load/context-export.js';
import { loadOptional } from '../../load/load-optional.js';
import { REGISTRY_OPTION } from '../../load/registry-export.js';
import { readVersion } from '../../process/version.js';
import { DEV_PROCESS, type DevRole } from './dev-process-file.js';
import type { ProgramReferences } from './load-program.js';
import { openBrowser } from './open-browser.js';
import { createProblemSource } from './problems/problem-source.js';
import { createSessionSource } from './session-source.js';

const EXAMPLES = `
Examples:
  $ toolwright dev --registry src/tools.ts#registry
  $ toolwright dev --registry src/tools.ts#registry --agent src/agent.ts#agent
  $ toolwright dev --log events.jsonl
  $ toolwright dev --store sessions.db --agent src/agent.ts#config --open

Serves a page, on this machine only, that shows and calls tools, and shows what
agents did and why. Its URL contains a token; without it, nothing is served.
The modules run in a separate process, which is restarted when sources change.
To show an agent of another program, add one line to that program:
logger: connectStudio() from @toolwright/studio.`;

interface DevOptions {
  readonly registry?: string;
  readonly agent: readonly string[];
  readonly context?: string;
  readonly log?: string;
  readonly store?: string;
  readonly port?: number;
  readonly open?: true;
}

export const devCommand: Command<DevOptions> = {
  description: 'open Studio: a local page with tools, runs, problems and sessions',
  options: [
    REGISTRY_OPTION,
    [
      '--agent <module#export>',
      'an Agent, its configuration, or a function that returns one; repeatable',
      { default: [] },
    ],
    CONTEXT_OPTION,
    ['--log <file>', 'past runs: a file written by createJsonLogger, which may grow'],
    ['--store <file>', 'the SQLite file that holds the sessions'],
    ['--port <port>', 'the port to listen on at 127.0.0.1; a free port by default', { parse: parsePort }],
    ['--open', 'open the page in the browser'],
  ],
  notes: EXAMPLES,
  run: (options, _words, context) => runStudio(options, context),
};

/** Serves Studio until the user stops it. */
async function runStudio(options: DevOptions, { io }: CommandContext): Promise<void> {
  const { startStudio, writeOpenPage } = await loadOptional(
    '@toolwright/studio',
    () => import('@toolwright/studio/server'),
    'npm install --save-dev',
  );
  const interrupted = io.untilInterrupted();
  const studio = await startStudio(studioOptions(options, io));
  io.stdout.write(`Studio: ${studio.url}\n`);
  for (const file of [options.log, options.store])
    if (file !== undefined && !existsSync(path.resolve(io.cwd, file)))
      io.stderr.write(`${file} does not exist yet; it will be read once it exists.\n`);
  io.stderr.write('Press Ctrl+C to stop.\n');
  const page = options.open ? writeOpenPage(io.cwd, studio) : undefined;
  if (page !== undefined) openBrowser(page.url, (problem) => io.stderr.write(`${problem}\n`));
  if (!interrupted.aborted) {
    await new Promise((resolve) => interrupted.addEventListener('abort', resolve, { once: true }));
  }
  page?.remove();
  await studio.close();
}

function studioOptions(options: DevOptions, io: CommandContext['io']): StudioOptions {
  const { registry, agent: agents, context, log, store, port } = options;
  const references: ProgramReferences = { registry, agents, context, store };
  const hasProgram = registry !== undefined || agents.length > 0;
  return {
    root: io.cwd,
    version: readVersion(),
    started: {
      ...(registry !== undefined && { registry }),
      agents,
      ...(log !== undefined && { log }),
      ...(store !== undefined && { store }),
    },
    port,
    ...(hasProgram && { program: programModule(references, io) }),
    ...(log !== undefined && { log: path.resolve(io.cwd, log) }),
    problems: createProblemSource(io, (text) => io.stderr.write(text)),
    ...(store !== undefined && { sessions: createSessionSource(store, io) }),
    onOutput: (text) => io.stderr.write(text),
  };
}

function programModule(references: ProgramReferences, { cwd, env }: CommandContext['io']): ProgramModule {
  return {
    file: DEV_PROCESS,
    args: ['program' satisfies DevRole, JSON.stringify(references)],
    cwd,
    env,
  };
}
