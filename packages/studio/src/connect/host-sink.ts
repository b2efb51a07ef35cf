import type { AgentEvent, RunInfo } from '@toolwright/contract';

/** Receives the events of agents in Studio's own process; see `connectStudio`. */
export interface HostSink {
  log(event: AgentEvent, run: RunInfo): void;
  within<T>(callId: string | undefined, run: RunInfo, work: () => T): T;
}

/** A global key, because the package may be loaded twice: by Studio and by your project. */
const KEY = Symbol.for('toolwright.studio.host');

type Holder = { [KEY]?: HostSink };

/** Returns the sink of this process, or undefined outside of Studio's own process. */
export function findHostSink(): HostSink | undefined {
  return (globalThis as Holder)[KEY];
}

export function setHostSink(sink: HostSink): void {
  (globalThis as Holder)[KEY] = sink;
}
