// Failpoints of a campaign, as the environment arms them.
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
// What is left out shows that campaigns and sweep find what they are there for. Nothing of it is in the bundle that is
// installed, and under NODE_ENV=production nothing is armed.
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { NO_FAILPOINTS, type Failpoints } from './failpoints.ts'
import type { FailpointName } from './reach-failpoint.ts'
import { COMMITS, faultyPath } from './faulty-path.ts'

export function armedFailpoints({
  NODE_ENV,
  Agent__Failpoint,
  Agent__WithoutCommit,
}: Environment): Failpoints {
  if (NODE_ENV === 'production') return NO_FAILPOINTS
  const armed = /^(FP\d{1,2})(?::([1-9]\d{0,5}))?$/.exec(Agent__Failpoint ?? '')
  const without = COMMITS.find((name) => name === Agent__WithoutCommit) ?? null
  if (armed === null && without === null) return NO_FAILPOINTS
  let hitsLeft = Number(armed?.[2] ?? 1)
  const isDue = (name: FailpointName): boolean => {
    if (name !== armed?.[1]) return false
    hitsLeft -= 1
    return hitsLeft === 0
  }
  return {
    reach: (name) => void (isDue(name) && die()),
    path: faultyPath({ isDue, die, without }),
    synchronous: without === 'spool-flush' ? 'NORMAL' : 'FULL',
  }
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  // The signal may need a moment; nothing of this process may run in it.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
