// A named place at which a test can kill the process of a hub; the agent has its own, with the same names.
//
//   Hub__Failpoint=FP5        dies when it has received a relayed message the first time, before it passes it on
//   Hub__Failpoint=FP5:40     dies the fortieth time
//
// Under NODE_ENV=production nothing is armed, and a failpoint is one comparison with null.
import type { Environment } from '@pharmacy-relay/shared/env.ts'

export type HubFailpointName = 'FP5'

interface Armed {
  readonly name: string
  hitsLeft: number
}

const armed = armedBy(process.env)

/** Ends the process, as a power cut would, when this failpoint is armed. */
export function failpoint(name: HubFailpointName): void {
  if (armed === null || armed.name !== name) return
  armed.hitsLeft -= 1
  if (armed.hitsLeft === 0) die()
}

function armedBy({ NODE_ENV, Hub__Failpoint: text }: Environment): Armed | null {
  const match = NODE_ENV === 'production' ? null : /^(FP\d{1,2})(?::([1-9]\d{0,5}))?$/.exec(text ?? '')
  return match === null ? null : { name: match[1] ?? '', hitsLeft: Number(match[2] ?? 1) }
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  // The signal may need a moment; nothing of this process may run in it.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
