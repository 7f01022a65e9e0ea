// Stands in for armed.ts in the bundle that is installed (scripts/build-agent.ts): nothing there can be armed.
import { NO_FAILPOINTS, type Failpoints } from './failpoints.ts'

export function armedFailpoints(): Failpoints {
  return NO_FAILPOINTS
}
