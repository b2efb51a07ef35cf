import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { workspaceSources } from '../../../../scripts/workspace-sources.mjs';
import { type ProblemSource, type SessionSource, type Studio, startStudio } from '../../src/server.js';
import { buildPage } from '../build.mjs';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

/** A Studio with the page of the sources and the program of `fixture/program.ts`, and what to remove after it. */
export interface TestStudio extends Studio {
  readonly folder: string;
  /** Adds lines of a log, as `connectStudio()` does. */
  attach(lines: string, program?: string): Promise<void>;
  /** Holds the connection of an attached program. Returns what ends it. */
  hold(program: string): Promise<() => void>;
}

interface TestStudioOptions {
  readonly log?: string;
  readonly problems?: ProblemSource;
  readonly sessions?: SessionSource;
  /** Without the tools that only tests need: for pictures. */
  readonly isPlain?: boolean;
}

/** Starts Studio on a project of its own. */
export async function startTestStudio({
  isPlain = false,
  log,
  ...sources
}: TestStudioOptions = {}): Promise<TestStudio> {
  mkdirSync(join(PACKAGE, 'dist'), { recursive: true });
  const parent = mkdtempSync(join(PACKAGE, 'dist/test-'));
  // The name of the project.
  const folder = join(parent, 'trips');
  mkdirSync(folder);
  const [page] = await Promise.all([buildPage(), bundleProgram(folder)]);
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/trips.ts'), sourceText());
  const studio = await startStudio({
    root: folder,
    version: '0.0.0',
    started: { agents: ['src/agent.ts#planner'], registry: 'src/trips.ts#registry', store: 'sessions.db' },
    page,
    ...(log !== undefined && { log }),
    program: {
      file: join(folder, 'program.mjs'),
      args: isPlain ? ['plain'] : [],
      cwd: folder,
    },
    ...sources,
  });
  const held: Response[] = [];
  return {
    ...studio,
    folder,
    async hold(program) {
      const controller = new AbortController();
      const response = await fetch(`http://127.0.0.1:${studio.port}/api/attach/${program}`, {
        headers: { authorization: `Bearer ${studio.token}` },
        signal: controller.signal,
      });
      // A response that nobody keeps is ended by the garbage collection.
      held.push(response);
      return () => controller.abort();
    },
    async attach(lines, program) {
      const query = program === undefined ? '' : `?program=${program}`;
      const response = await fetch(`http://127.0.0.1:${studio.port}/api/attach${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${studio.token}`, 'content-type': 'application/x-ndjson' },
        body: lines,
      });
      if (!response.ok) throw new Error(await response.text());
    },
    async close() {
      await studio.close();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

async function bundleProgram(folder: string): Promise<void> {
  await build({
    entryPoints: [join(PACKAGE, 'page/test/fixture/program.ts')],
    outfile: join(folder, 'program.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    plugins: [workspaceSources()],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
}

function sourceText(): string {
  const lines = Array.from({ length: 60 }, (_, index) => `// line ${index + 1}`);
  lines.splice(
    10,
    6,
    '  /** Plan a trip. */',
    '  @tool({ readOnly: true })',
    '  planTrip(trip: Trip): Plan {',
    '    return this.planner.plan(trip);',
    '  }',
    '',
  );
  return lines.join('\n');
}
