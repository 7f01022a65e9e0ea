// An agent with a test printer, and labels sent to it as a program does.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { sendLabel } from '../../agent/test/send-label.ts'
import { assignServer, startAgent, type InProcessAgent } from '../../agent/test/in-process-agent.ts'
import type { TestHub } from '../../agent/test/test-hub.ts'
import { realLabel, startPrinter } from '../../agent/test-printer/test/printer-rig.ts'

export const LABEL = realLabel('ups.zpl')
/** Its end is missing: it is held. */
export const TRUNCATED = LABEL.subarray(0, LABEL.length - 20)

export async function withPrinter(address: string, hub?: TestHub) {
  const printer = await startPrinter()
  const printerId = `tcp:127.0.0.1:${printer.rawPort}`
  const agent = await startAgent({ address, printers: printerId, ...(hub === undefined ? {} : { hub }) })
  await assignServer(agent, printerId)
  return { printer, printerId, agent }
}

export async function send({ address, port }: InProcessAgent, payload: Uint8Array): Promise<void> {
  await sendLabel({ address, port }, payload)
}

export async function reach(
  agent: InProcessAgent,
  job: number | string,
  states: readonly string[],
): Promise<void> {
  await until(`label ${job} is ${states.join(' or ')}`, async () => {
    const trace = await agent.ask('job', { job: String(job) }).catch(() => null)
    return trace !== null && states.includes(trace.job.state)
  })
}

export async function sendAndReach(
  agent: InProcessAgent,
  job: number,
  states: readonly string[],
): Promise<void> {
  await send(agent, LABEL)
  await reach(agent, job, states)
}
