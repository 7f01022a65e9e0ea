// H14: an agent killed (SIGKILL) around the moment at which a prescription's label becomes a job. After the restart it is printed
// once, or the prescription says that it was not, and another is made in its place.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { PASSWORD } from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { MEDIA } from '@pharmacy-relay/relay-server/pharmacy-api/test/counter.ts'
import type { AgentCall, AgentMethod } from '../../agent/contract/agent-api.ts'
import { askAgent } from '../../agent/contract/socket-client.ts'
import { AgentProcess } from '../../agent/test/agent-process.ts'
import { startAgent } from '../../agent/test/in-process-agent.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { buildAgent } from '../../scripts/build/build-agent.ts'
import { PIA } from './address-scene.ts'
import { gatewayToIdentity } from './known-agent.ts'
import {
  checked,
  counterAt,
  drafted,
  inTheEnd,
  outOf,
  pharmacy,
  pia,
  read,
  says,
  signIn,
  startPrescriptionScene,
  stopPrescriptionScene,
} from './prescription-scene.ts'

beforeAll(async () => void (await Promise.all([startPrescriptionScene('killed'), buildAgent()])))
afterAll(stopPrescriptionScene)

/** Dies at the failpoint, while somebody prints; `again` is the next process of the same computer. */
async function killedAt(failpoint: 'FP1' | 'FP2' | 'FP9', address: string, { isPaused = false } = {}) {
  const dataFolder = temporaryFolder()
  const { agent, printer } = await counterAt(address, { dataFolder })
  await agent.stop()
  const gatewayUrl = await gatewayToIdentity(pharmacy.baseUrl)
  const dying = new AgentProcess({
    Agent__HubUrl: agent.hub.url,
    Agent__LocalAddress: address,
    Agent__TcpPort: String(agent.port),
    Agent__Printers: `tcp:127.0.0.1:${printer.rawPort}`,
    Agent__GatewayUrl: gatewayUrl,
    Agent__DataFolder: dataFolder,
    Agent__Failpoint: failpoint,
  })
  await dying.hear('online')
  const ask = async <M extends AgentMethod>(method: M, params: AgentCall<M>) =>
    askAgent({ path: path.join(dataFolder, 'agent.sock'), door: 'tray' }, method, params)
  await ask('signIn', { email: PIA, password: PASSWORD })
  if (isPaused) await ask('pause', { minutes: 60 })
  const { prescription } = await drafted('Ahmet Öz')
  await checked({ ask }, prescription.id)
  const asked = { prescription: prescription.id, requestId: randomUUID() }
  await expect(ask('printPrescription', asked)).rejects.toThrow()
  expect(await dying.exitCode()).toBeNull()
  expect(dying.child.signalCode).toBe('SIGKILL')
  const again = async () => {
    const printers = `tcp:127.0.0.1:${printer.rawPort}`
    const { port, hub } = agent
    const next = await startAgent({ address, dataFolder, hub, port, printers, gatewayUrl })
    await signIn(next)
    return next
  }
  return { printer, asked, id: prescription.id, again }
}

test('Killed behind the commit of its job: it comes out once, the prescription hears of it, and the same request makes no other', async () => {
  const { printer, asked, id, again } = await killedAt('FP2', '127.0.2.76', { isPaused: true })
  expect((await read(id)).labels).toMatchObject([{ state: 'requested', jobId: null }])
  const agent = await again()
  await says(id, /^waiting_for_printer$/)
  await agent.ask('resume', null)
  await outOf(printer)
  await says(id, /^(sent_to_printer|printed)$/)
  const { job } = await agent.ask('printPrescription', asked)
  expect((await read(id)).labels).toMatchObject([{ n: 1, jobId: job.id }])
  expect(await agent.ask('jobs', null)).toHaveLength(1)
  expect(printer.roll.entries()).toHaveLength(1)
})

test('Killed behind the commit with which its first try began, and before it began: it comes out once, and nobody is asked', async () => {
  const { printer, asked, id, again } = await killedAt('FP2', '127.0.2.239')
  const agent = await again()
  await says(id, /^(sent_to_printer|printed)$/)
  const { job } = await agent.ask('printPrescription', asked)
  expect((await read(id)).labels).toMatchObject([{ n: 1, jobId: job.id }])
  expect(printer.roll.entries()).toHaveLength(1)
})

test('Killed before its first byte: a person is asked, and the reprint is the label of the prescription', async () => {
  const { printer, id, again } = await killedAt('FP9', '127.0.2.80')
  const agent = await again()
  const doubted = await says(id, /^unknown$/)
  const reprint = await agent.ask('answer', { job: doubted?.jobId ?? '', answer: 'reprint' })
  await says(id, /^(sent_to_printer|printed)$/)
  expect((await read(id)).labels).toMatchObject([{ n: 1, jobId: reprint.id }])
  expect(printer.roll.entries()).toHaveLength(1)
})

test('Killed before the commit of its job: the prescription says that it was not made, and another is printed once in its place', async () => {
  const { printer, asked, id, again } = await killedAt('FP1', '127.0.2.77')
  const agent = await again()
  const lost = await says(id, /^failed$/)
  expect(lost).toMatchObject({ evidence: null, reasons: [{ code: 'label_not_made' }] })
  // A page that waited all the time.
  const refused = { code: 'state_conflict', reason: { code: 'label_not_made' } }
  await expect(agent.ask('printPrescription', asked)).rejects.toMatchObject(refused)
  const instead = { ...asked, requestId: randomUUID(), insteadOf: lost?.id ?? '' }
  const { job } = await inTheEnd(async () => agent.ask('printPrescription', instead))
  await says(id, /^(sent_to_printer|printed)$/)
  expect((await agent.ask('printPrescription', instead)).job.id).toBe(job.id)
  expect((await read(id)).labels).toMatchObject([
    { n: 2, jobId: job.id },
    { n: 1, isWithdrawn: true },
  ])
  expect(printer.roll.entries()).toHaveLength(1)
})

test('Killed before it heard of its label: another is printed in its place, and not of one that this computer is printing', async () => {
  const { agent, printer } = await counterAt('127.0.2.78')
  const { prescription } = await drafted('Mehmet Kaya')
  await checked(agent, prescription.id)
  const params = { prescriptionId: prescription.id }
  const body = { requestId: randomUUID(), media: MEDIA }
  const { label } = await pia.call(pharmacyApi.requestLabel, { params, body })
  const print = async (insteadOf: string) => {
    const asked = { prescription: prescription.id, requestId: randomUUID(), insteadOf }
    return inTheEnd(async () => agent.ask('printPrescription', asked))
  }
  const printed = await print(label.id)
  await outOf(printer)
  const refused = { code: 'state_conflict', reason: { code: 'prescription_labelled' } }
  await expect(print(printed.label.id)).rejects.toMatchObject(refused)
  await expect(print(label.id)).rejects.toMatchObject(refused)
  await until('it is told', async () => (await read(prescription.id)).labels[0]?.jobId === printed.job.id)
  expect(printer.roll.entries()).toHaveLength(1)
})
