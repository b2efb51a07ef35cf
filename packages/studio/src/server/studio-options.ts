import type { ProblemsReply, StudioInfo, StudioTool } from '../protocol/requests.js';
import type { SessionReply, SessionsReply } from '../protocol/session-requests.js';
import type { ProgramModule } from './program/program-module.js';

/** How Studio is started. */
export interface StudioOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly version: string;
  readonly started: StudioInfo['started'];
  /** Default: a free one. */
  readonly port?: number | undefined;
  /** Without it, there are no tools and no agents. */
  readonly program?: ProgramModule | undefined;
  readonly problems?: ProblemSource | undefined;
  readonly sessions?: SessionSource | undefined;
  /** A file of `createJsonLogger`, absolute. It may grow. */
  readonly log?: string | undefined;
  /** Whether files below `node_modules/.cache/toolwright` keep its runs, and its address for programs that attach themselves. Default: true. */
  readonly keep?: boolean | undefined;
  /** After so long without an event, an open run of a log counts as interrupted. Default: 5 minutes. */
  readonly silenceMs?: number | undefined;
  /** The built page. Default: that of the package. */
  readonly page?: string | undefined;
  /** What the program prints, and what the user should know. */
  readonly onOutput?: ((text: string) => void) | undefined;
}

/** What is known about a tool besides what its registry says, by its name. */
export type ToolFacts = Readonly<
  Record<string, Pick<StudioTool, 'effects' | 'changes'> & Partial<Pick<StudioTool, 'examples'>>>
>;

/** Where diagnostics come from. */
export interface ProblemSource {
  /** Begins to follow the sources. */
  start(listener: { onProblems(problems: ProblemsReply): void; onFacts(facts: ToolFacts): void }): void;
  close(): void;
}

/** Which sessions are asked for. */
export interface SessionQuery {
  /** In ids, names of agents, and states; empty for all. */
  readonly search: string;
  readonly limit: number;
}

/** Where sessions come from. */
export interface SessionSource {
  list(query: SessionQuery): Promise<SessionsReply>;
  /** @throws ToolwrightError `UNKNOWN_SESSION` */
  read(id: string): Promise<Omit<SessionReply, 'runs' | 'controllable' | 'undecidable'>>;
  /** Calls `listener` when the sessions may have changed. */
  start?(listener: () => void): void;
  close?(): void;
}

/** A running Studio. */
export interface Studio {
  /** For a browser: with the token. */
  readonly url: string;
  readonly port: number;
  readonly token: string;
  close(): Promise<void>;
}
