import { type LoggedRequest, type Logger, type RunInfo, ToolwrightError } from '@toolwright/contract';

/**
 * Creates a logger that passes each event to several loggers. If some of them throw, the others still receive the event; then the first
 * error is thrown. `log` returns a promise if one of the loggers does.
 * @throws ToolwrightError `USAGE` for a value that is no logger, with its place
 */
export function combineLoggers(...loggers: readonly Logger[]): Logger {
  for (const [index, logger] of loggers.entries()) {
    if (typeof (logger as Partial<Logger> | null | undefined)?.log !== 'function')
      throw new ToolwrightError('USAGE', `Logger ${index + 1} of combineLoggers has no method 'log'.`, {
        blame: 'developer',
        hint: 'Pass loggers only; leave out those that are undefined.',
      });
  }
  const asking = loggers.filter((logger) => logger.request !== undefined);
  const surrounding = loggers.filter((logger) => logger.within !== undefined);
  return {
    log: (event, run) => tellAll(loggers, (logger) => logger.log(event, run)),
    ...(asking.length > 0 && {
      request: (request: LoggedRequest, run: RunInfo) =>
        tellAll(asking, (logger) => logger.request?.(request, run)),
    }),
    ...(surrounding.length > 0 && {
      within: <T>(callId: string | undefined, run: RunInfo, work: () => T): T =>
        surrounding.reduceRight<() => T>(
          (inner, logger) => () => (logger.within ? logger.within(callId, run, inner) : inner()),
          work,
        )(),
    }),
  };
}

function tellAll(loggers: readonly Logger[], tell: (logger: Logger) => unknown): unknown {
  const errors: unknown[] = [];
  const returned: unknown[] = [];
  for (const logger of loggers) {
    try {
      returned.push(tell(logger));
    } catch (error) {
      errors.push(error);
    }
  }
  // Awaited together, so that every rejection is handled.
  const pending = returned.some(isThenable) ? Promise.all(returned) : undefined;
  if (errors.length === 0) return pending;
  pending?.catch(() => {});
  throw errors[0];
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
