// Which commits may wait a moment for others to share a flush with, because nobody's promise hangs on them.
//
// A label that another computer takes is kept there, and its id makes a repeat harmless: until the disk of this one
// knows better it says `accepted` for that computer, which means that the label may be there, and whoever starts again
// asks. On the client that is three flushes of four for each label, and none of them before a byte.
//
// A label that comes while one is being sent and another waits behind that is not tried before the next outcome is on the disk,
// whose flush it shares: its sender hears that it was taken after that flush, or after PATIENCE_MS and one of its own.
import type { Operation } from './operations.ts'
import type { AttemptStart, JobChange } from './spool-store.ts'

/** How long the first of them waits when nothing that cannot wait comes, in ms. Whoever asks meanwhile waits as well. */
export const PATIENCE_MS = 20

export function isPatientTry({ kind }: AttemptStart): boolean {
  return kind === 'computer'
}

export function isPatientChange({ state, isNews, isAnswer, hasPatience }: JobChange): boolean {
  return hasPatience === true || (isAnswer !== true && (state === 'forwarded' || isNews === true))
}

export function isPatient(operation: Operation): boolean {
  return (operation.kind === 'write' || operation.kind === 'accept') && operation.hasPatience
}

/** It changes the file, and somebody waits for that. */
export function isAwaitedCommit(operation: Operation): boolean {
  return (operation.kind === 'accept' || operation.kind === 'write') && !operation.hasPatience
}
