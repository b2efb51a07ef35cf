import type { Logger, RunInfo } from '@toolwright/contract';

/** One logger that passes each event to several. When some throw, the others still get the event; then the first error is thrown. */
export function combineLoggers(...loggers: readonly Logger[]): Logger {
  const surrounding = loggers.filter((logger) => logger.within !== undefined);
  return {
    log(event, run) {
      const errors: unknown[] = [];
      for (const logger of loggers) {
        try {
          logger.log(event, run);
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
    ...(surrounding.length > 0 && {
      within: <T>(callId: string | undefined, run: RunInfo, work: () => T): T =>
        surrounding.reduceRight<() => T>(
          (inner, logger) => () => (logger.within ? logger.within(callId, run, inner) : inner()),
          work,
        )(),
    }),
  };
}
