// The first page: whether labels come out, what to do if not, and what this computer is.
import { useAgent } from '../agent-context.ts'

export function Overview() {
  const { status } = useAgent()
  return <p>{status?.computerName}</p>
}
