// Named places at which a test can kill this process, so that what a crash leaves behind is tried and not believed.
//
//   Agent__Failpoint=FP9        dies when a label comes to FP9 the first time
//   Agent__Failpoint=FP9:3      dies the third time
//
//   Agent__WithoutCommit=accepted-commit    a sender is told yes before its label is on the disk
//   Agent__WithoutCommit=sending-commit     bytes leave for the printer while the disk does not know
//   Agent__WithoutCommit=dedupe             a job that another computer sends again is taken as a new one
//   Agent__WithoutCommit=spool-flush        the system writes the spool when it likes (synchronous NORMAL)
//   Agent__WithoutCommit=bytes-left         a try that broke off counts as one of which no byte left
//
// The names are those of security-and-reliability 3.2. Under NODE_ENV=production nothing is armed or left out, and a
// failpoint is one comparison with null. What is left out shows that campaigns and sweep find what they are there for.
import type { Environment } from '@pharmacy-relay/shared/env.ts'

export type FailpointName =
  | 'FP0'
  | 'FP1'
  | 'FP2'
  | 'FP3'
  | 'FP4'
  | 'FP6'
  | 'FP7'
  | 'FP8'
  | 'FP9'
  | 'FP10'
  | 'FP11'
  | 'FP12'
  | 'FP13'

export type CommitName = 'accepted-commit' | 'sending-commit' | 'spool-flush' | 'bytes-left' | 'dedupe'

interface Armed {
  readonly name: string
  hitsLeft: number
}

const armed = armedBy(process.env)
const leftOut = process.env['NODE_ENV'] === 'production' ? undefined : process.env['Agent__WithoutCommit']

/** Ends the process, as a power cut would, when this failpoint is armed. */
export function failpoint(name: FailpointName): void {
  if (armed === null || armed.name !== name) return
  armed.hitsLeft -= 1
  if (armed.hitsLeft === 0) die()
}

/** For a place that has to be made first, such as half a label on the wire. */
export function isArmed(name: FailpointName): boolean {
  return armed?.name === name
}

/** Whether nobody waits for this commit or its way to the disk, or asks what it says. */
export function isLeftOut(commit: CommitName): boolean {
  return leftOut === commit
}

function armedBy({ NODE_ENV, Agent__Failpoint: text }: Environment): Armed | null {
  const match = NODE_ENV === 'production' ? null : /^(FP\d{1,2})(?::([1-9]\d{0,5}))?$/.exec(text ?? '')
  return match === null ? null : { name: match[1] ?? '', hitsLeft: Number(match[2] ?? 1) }
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  // The signal may need a moment; nothing of this process may run in it.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
