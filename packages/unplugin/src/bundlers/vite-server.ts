import type { FollowedProject } from '../follow-project.js';

/** The parts of Vite's development server that are used. */
export interface ViteServer {
  readonly watcher: { add(files: readonly string[]): unknown };
  readonly environments: Readonly<Record<string, { readonly moduleGraph: ViteModuleGraph }>> & {
    readonly client: {
      readonly moduleGraph: ViteModuleGraph;
      readonly hot: { send(payload: { type: 'full-reload' } | ViteError): void };
    };
  };
  readonly config: { readonly root: string; readonly logger: { error(message: string): void } };
}

interface ViteModuleGraph {
  onFileChange(file: string): void;
}

interface ViteError {
  readonly type: 'error';
  readonly err: { readonly message: string; readonly stack: string };
}

/** Keeps the generated modules of a Vite server up to date. */
export interface ServedProject {
  /** The failure of the last refresh. */
  readonly failure: Error | undefined;
  /**
   * Runs codegen unless nothing has changed, and drops outdated modules from the server.
   * @param edited Files that the server is about to drop itself. They are dropped together with the generated modules, so that no request
   * sees only some of the changes.
   */
  refresh(edited?: readonly string[]): Promise<void>;
}

export function serveProject(server: ViteServer, project: FollowedProject): ServedProject {
  const watched = new Set<string>();
  let failure: Error | undefined;
  return {
    get failure() {
      return failure;
    },
    refresh: async (edited = []) => {
      const latest = await project.update();
      const isNews = latest.failure?.message !== failure?.message;
      failure = latest.failure;
      const unwatched = latest.files.filter((file) => !watched.has(file));
      server.watcher.add(unwatched);
      for (const file of unwatched) watched.add(file);
      const stale = isNews ? [project.generated, ...latest.changed] : latest.changed;
      for (const file of [...edited, ...stale]) forget(server, file);
      if (isNews) tell(server, failure);
    },
  };
}

function forget({ environments }: ViteServer, file: string): void {
  const slashed = file.replaceAll('\\', '/');
  for (const { moduleGraph } of Object.values(environments)) moduleGraph.onFileChange(slashed);
}

function tell({ config, environments }: ViteServer, failure: Error | undefined): void {
  const { hot } = environments.client;
  if (failure === undefined) hot.send({ type: 'full-reload' });
  else {
    config.logger.error(failure.message);
    hot.send({ type: 'error', err: { message: failure.message, stack: '' } });
  }
}
