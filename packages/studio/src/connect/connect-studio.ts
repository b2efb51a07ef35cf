import path from 'node:path';
import { checkOptions, type Logger, optionsOf } from '@toolwright/contract';
import type { StudioAddress } from '../address/read-addresses.js';
import { checkAddress, readAddresses } from '../address/read-addresses.js';
import { createEntryLogger, type EntryLogger } from '../record/create-entry-logger.js';
import { EntrySender } from './entry-sender.js';
import { findHostSink } from './host-sink.js';

/** Options of `connectStudio`. */
export interface ConnectStudioOptions {
  /** The folder of the project. Default: the current folder. */
  readonly cwd?: string | undefined;
  /** The URL with the token that `toolwright dev` prints. Default: `TOOLWRIGHT_STUDIO`, or the address of the project's Studio. */
  readonly address?: string | undefined;
}

/** The minimum interval between searches for a Studio, in milliseconds. */
const LOOK_MS = 2_000;

const CONNECT = optionsOf<ConnectStudioOptions>()({ 'a string': 'cwd address' });

/**
 * Creates a logger that shows a program's runs in Studio while `toolwright dev` is running; otherwise, it does nothing. It never delays the
 * program, never throws, and drops events that Studio does not accept.
 */
export function connectStudio(options: ConnectStudioOptions = {}): Logger {
  checkOptions(options, CONNECT, 'connectStudio');
  const { cwd = process.cwd(), address } = options;
  let connected: { readonly sender: EntrySender; readonly logger: EntryLogger } | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** The open runs whose start was sent to a Studio, and that Studio's token. */
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
      // Only shows runs from their start. After a lost connection, a run continues only in the same Studio.
      const isKnown = told?.runs.has(run.runId) ?? false;
      const { logger, sender } = (event.type === 'run-start' || isKnown ? connect() : connected) ?? {};
      if (event.type === 'run-start') told?.runs.add(run.runId);
      logger?.log(event, run);
      if (event.type === 'run-end') told?.runs.delete(run.runId);
      // A call may end the program, or keep it busy for long.
      if (event.type === 'run-end' || event.type === 'tool-call') sender?.flush();
      return undefined;
    },
    within(callId, run, work) {
      const target = findHostSink() ?? connected?.logger;
      return target === undefined ? work() : target.within(callId, run, work);
    },
  };
}

/**
 * Finds the address of a running Studio: from `TOOLWRIGHT_STUDIO`, or from the address files of the project or of a parent folder. The most
 * recently started Studio wins.
 */
export function findStudio(cwd: string, env: NodeJS.ProcessEnv): StudioAddress | undefined {
  const given = env.TOOLWRIGHT_STUDIO;
  if (given !== undefined && given !== '') return readAddress(given);
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    const [found] = readAddresses(folder);
    if (found !== undefined) return { url: found.url, token: found.token };
    if (path.dirname(folder) === folder) return undefined;
  }
}

/** Parses the URL that `toolwright dev` prints. */
function readAddress(text: string): StudioAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const token = new URLSearchParams(url.hash.slice(1)).get('token') ?? url.searchParams.get('token');
  return token === null ? undefined : checkAddress(`${url.protocol}//${url.host}/`, token);
}
