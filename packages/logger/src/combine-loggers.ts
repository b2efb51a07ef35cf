import type { Logger } from '@toolwright/contract';

/** One logger that passes each event to several. When some throw, the others still get the event; then the first error is thrown. */
export function combineLoggers(...loggers: readonly Logger[]): Logger {
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
  };
}
