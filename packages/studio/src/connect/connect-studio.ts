import { checkOptions, type Logger, optionsOf } from '@toolwright/contract';
import { createEntryLogger, type EntryLogger } from '../record/create-entry-logger.js';
import { EntrySender } from './entry-sender.js';
import { findStudio } from './find-studio.js';
import { findHostSink } from './host-sink.js';

/** Options of `connectStudio`. */
export interface ConnectStudioOptions {
  /** Where the project is. Default: the current folder. */
  readonly cwd?: string | undefined;
  /** The address that `toolwright dev` prints, with its token. Default: `TOOLWRIGHT_STUDIO`, or that of the Studio of the project. */
  readonly address?: string | undefined;
}

/** A Studio that is not there is not looked for more often than this. */
const LOOK_MS = 2_000;

const CONNECT = optionsOf<ConnectStudioOptions>()({ 'a string': 'cwd address' });

/**
 * A logger that shows the runs of a program in Studio, if one is open: `toolwright dev`. Without it nothing is done. It never delays the
 * program, never throws, and drops events that Studio does not take.
 */
export function connectStudio(options: ConnectStudioOptions = {}): Logger {
  checkOptions(options, CONNECT, 'connectStudio');
  const { cwd = process.cwd(), address } = options;
  let connected: { readonly sender: EntrySender; readonly logger: EntryLogger } | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** The open runs that a Studio knows from their start. */
  let told: { readonly token: string; readonly runs: Set<string> } | undefined;

  const connect = (): typeof connected => {
    const now = performance.now();
    if (connected !== undefined || now - lookedAt < LOOK_MS) return connected;
    lookedAt = now;
    const env = address === undefined ? process.env : { TOOLWRIGHT_STUDIO: address };
    const found = findStudio(cwd, env);
    if (found === undefined) return undefined;
    if (told?.token !== found.token) told = { token: found.token, runs: new Set() };
    const sender = new EntrySender(found, () => {
      connected?.logger.close();
      connected = undefined;
      lookedAt = performance.now();
    });
    connected = { sender, logger: createEntryLogger((line) => sender.add(line)) };
    return connected;
  };

  return {
    log(event, run) {
      const host = findHostSink();
      if (host !== undefined) return host.log(event, run);
      // A run is shown from its start or not at all; after a lost connection, by the same Studio.
      const isKnown = told?.runs.has(run.runId) ?? false;
      const { logger, sender } = (event.type === 'run-start' || isKnown ? connect() : connected) ?? {};
      if (event.type === 'run-start') told?.runs.add(run.runId);
      logger?.log(event, run);
      if (event.type === 'run-end') {
        told?.runs.delete(run.runId);
        sender?.flush();
      }
      return undefined;
    },
    within(callId, run, work) {
      const target = findHostSink() ?? connected?.logger;
      return target === undefined ? work() : target.within(callId, run, work);
    },
  };
}
