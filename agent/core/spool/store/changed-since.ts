// What the file answers in place of a change that it did not write.

/** The job is otherwise than whoever asked for the change believed. */
export const CHANGED_SINCE = 'changed since'
