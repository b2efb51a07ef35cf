/** An error for an invalid command line. The message is printed after `error: `. */
export class UsageError extends Error {}
