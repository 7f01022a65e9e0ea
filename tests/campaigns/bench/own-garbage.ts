// The garbage of the measuring process, collected before it would stop that process in the middle of a measurement.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** With 10,000 agents in one process a collection stops them all for half a second, which no agent on its own PC ever sees. */
export function collectOwnGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}
