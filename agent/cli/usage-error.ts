// What is wrong with a command line.

/** The words do not make a command. The message never repeats a value, which may be a secret. */
export class UsageError extends Error {}
