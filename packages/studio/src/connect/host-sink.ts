import type { AgentEvent, RunInfo } from '@toolwright/contract';

/** Takes the events of agents that run in Studio's own process, see `connectStudio`. */
export interface HostSink {
  log(event: AgentEvent, run: RunInfo): void;
  within<T>(callId: string | undefined, run: RunInfo, work: () => T): T;
}

/** The package may be there twice: Studio's, and that of the project. */
const KEY = Symbol.for('toolwright.studio.host');

type Holder = { [KEY]?: HostSink };

/** Undefined in every other process. */
export function findHostSink(): HostSink | undefined {
  return (globalThis as Holder)[KEY];
}

export function setHostSink(sink: HostSink): void {
  (globalThis as Holder)[KEY] = sink;
}
