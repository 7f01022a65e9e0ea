// For tests: a process that stands still, as one on a machine that hangs. Linux.
import { readFileSync, readdirSync } from 'node:fs'
import { until } from '@pharmacy-relay/shared/test/until.ts'

/** SIGSTOP; resolves once every thread of it stands. */
export async function freezeProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  await until(`process ${pid} stands still`, () =>
    readdirSync(`/proc/${pid}/task`).every((thread) => stateOf(pid, thread) === 'T'),
  )
}

/** The field behind the name, which may hold anything but stands in brackets. */
function stateOf(pid: number, thread: string): string | undefined {
  const line = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
  return line.slice(line.lastIndexOf(')') + 2)[0]
}
