/** Words that a command line cannot have. The message becomes the rest of a line that begins with `error: `. */
export class UsageError extends Error {}
