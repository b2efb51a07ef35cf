import type { ProblemsReply } from '../protocol/problem-requests.js';
import type { StudioInfo, StudioTool } from '../protocol/requests.js';
import type { SessionReply, SessionsReply } from '../protocol/session-requests.js';
import type { ProgramModule } from './program/program-module.js';

/** Options of `startStudio`. */
export interface StudioOptions {
  /** The absolute path of the project. */
  readonly root: string;
  readonly version: string;
  readonly started: StudioInfo['started'];
  /** Default: any free port. */
  readonly port?: number | undefined;
  /** The program that contains the tools and agents. */
  readonly program?: ProgramModule | undefined;
  readonly problems?: ProblemSource | undefined;
  readonly sessions?: SessionSource | undefined;
  /** The absolute path of a file written by `createJsonLogger`. The file may grow. */
  readonly log?: string | undefined;
  /** The absolute path of the folder of `toolwright eval`. Default: `.toolwright/evals` in the project. */
  readonly evals?: string | undefined;
  /** Whether to store runs and Studio's address in `node_modules/.cache/toolwright`. Default: true. */
  readonly keep?: boolean | undefined;
  /** The time without events after which an open run in a log counts as interrupted, in milliseconds. Default: 5 minutes. */
  readonly silenceMs?: number | undefined;
  /** The folder of the built page. Default: the one in this package. */
  readonly page?: string | undefined;
  /** Receives the output of the program, and messages for the user. */
  readonly onOutput?: ((text: string) => void) | undefined;
}

/** Information about tools that the registry does not contain, by tool name. */
export type ToolFacts = Readonly<
  Record<
    string,
    Pick<StudioTool, 'effects' | 'changes'> &
      Partial<Pick<StudioTool, 'examples'>> & { readonly source?: StudioTool['spec']['source'] }
  >
>;

/** A source of diagnostics. */
export interface ProblemSource {
  /** Starts watching the sources. */
  start(listener: { onProblems(problems: ProblemsReply): void; onFacts(facts: ToolFacts): void }): void;
  close(): void;
}

/** A query for sessions. */
export interface SessionQuery {
  /** The text to search for in ids, agent names and statuses; empty for all sessions. */
  readonly search: string;
  readonly limit: number;
}

/** A source of sessions. */
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
  /** The URL with the token, for a browser. */
  readonly url: string;
  readonly port: number;
  readonly token: string;
  close(): Promise<void>;
}
