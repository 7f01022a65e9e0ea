// COUNTER-1 prints a prescription through DISPENSARY while the local network between them is closed: real agents, the real relay
// hub, gateway, identity, store and pharmacy API.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { PASSWORD } from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { PRESCRIPTION } from '@pharmacy-relay/relay-server/pharmacy-api/test/tenants.ts'
import { startGateway } from '@pharmacy-relay/relay-server/gateway/test/gateway-rig.ts'
import { newDevice } from '@pharmacy-relay/relay-server/store-api/test/test-store.ts'
import type { AgentCall, AgentMethod } from '../../agent/contract/agent-api.ts'
import { askAgent } from '../../agent/contract/socket-client.ts'
import { closedPort } from '../../agent/core/printers/test/printer-peer.ts'
import { readPng } from '../../agent/drawing/prescription/test/read-png.ts'
import type { TestPrinter } from '../../agent/test-printer/label-printer.ts'
import { newCanary } from '../campaigns/canary/canary-label.ts'
import { formsIn } from '../campaigns/canary/search.ts'
import { keptLog } from '../kit/kept-log.ts'
import { labels, pharmacyWith, type Computer } from '../link/pharmacy-rig.ts'
import { own, PIA, placeOf } from './address-scene.ts'
import { gatewayToIdentity } from './known-agent.ts'
import {
  checked,
  drafted,
  drawnBy,
  inTheEnd,
  KNOWN_AFTER,
  pharmacy,
  pia,
  read,
  says,
  startPrescriptionScene,
  stopPrescriptionScene,
} from './prescription-scene.ts'

beforeAll(async () => startPrescriptionScene('over_hub'))
afterAll(stopPrescriptionScene)

/** As the window of the tray asks. */
const windowOf = ({ controlSocket }: Computer) => ({
  ask: async <M extends AgentMethod>(method: M, params: AgentCall<M>) =>
    askAgent({ path: controlSocket, door: 'tray' }, method, params),
})

/** Pia is signed in at COUNTER-1, whose labels reach DISPENSARY through the hub alone. */
async function counterWithoutLan() {
  const gatewayLog = keptLog()
  const Agent__GatewayUrl = await gatewayToIdentity(pharmacy.baseUrl, gatewayLog.logger)
  const rig = await pharmacyWith(['COUNTER-1'], { client: { environment: { Agent__GatewayUrl } } })
  const { server, counter, hub } = rig
  const known = labels(KNOWN_AFTER)
  for (const label of known) await server.take(label)
  await server.comesOut(known)
  server.lan.set('refusing')
  const pem = hub.certificateOf('COUNTER-1') ?? ''
  const device = { ...newDevice(own, 'COUNTER-1'), certificate: { ...newCertificate(), pem } }
  await placeOf(own, { address: counter.address, days: 8, device })
  const agent = windowOf(counter)
  await agent.ask('signIn', { email: PIA, password: PASSWORD })
  if (server.printer === null) throw new Error('no printer')
  return { ...rig, gatewayLog, agent, printer: server.printer satisfies TestPrinter }
}

test('It comes out as the preview showed it, dot by dot; while paper is out the prescription says so, and a changed one is cancelled there', async () => {
  const { agent, server, printer } = await counterWithoutLan()
  const before = server.lan.heard().length
  const print = async (name: string) => {
    const { prescription } = await drafted(name)
    await checked(agent, prescription.id)
    const one = { prescription: prescription.id }
    const { pictures } = await inTheEnd(async () => agent.ask('labelPreview', one))
    const asked = { ...one, requestId: randomUUID() }
    const printed = await inTheEnd(async () => agent.ask('printPrescription', asked))
    return { id: prescription.id, pictures, ...printed }
  }
  const first = await print('Ayşe Gül Çağlayan Işık')
  await says(first.id, /^(sent_to_printer|printed)$/)
  const preview = readPng(Buffer.from(first.pictures[0] ?? '', 'base64'))
  const drawn = await drawnBy(printer)
  expect([drawn.width, drawn.height]).toEqual([preview.width, preview.height])
  expect(Buffer.from(drawn.bytes).equals(Buffer.from(preview.bytes))).toBe(true)

  await printer.faults.set({ paperOut: true })
  await server.ask('doctor', null)
  const [waiting, changed] = [await print('Deniz Ateş'), await print('Emre Doğan')]
  for (const { id, job } of [waiting, changed]) {
    await until('the prescription says why its label waits', async () => {
      const [label] = (await read(id)).labels
      return label?.reasons.some(({ params }) => params['condition'] === 'paper_out') === true
    })
    expect((await read(id)).labels).toMatchObject([{ state: 'forwarded', jobId: job.id }])
  }

  // H16: at both computers, with the reason.
  const { version } = await read(changed.id)
  const body = { ...PRESCRIPTION, directions: ['2 tablets at noon'] }
  await pia.call(pharmacyApi.putPrescription, { params: { prescriptionId: changed.id }, body }, version)
  expect(await says(changed.id, /^cancelled$/)).toMatchObject({ isWithdrawn: true })
  const there = (await server.jobs()).find(({ id }) => id === changed.job.id)
  expect(there).toMatchObject({ state: 'cancelled', reasons: [{ code: 'label_withdrawn' }] })

  await printer.faults.clear()
  expect(await says(waiting.id, /^printed$/)).toMatchObject({ jobId: waiting.job.id, evidence: 'L3' })
  expect(printer.roll.entries()).toHaveLength(KNOWN_AFTER + 2)
  expect(server.lan.heard().length).toBe(before)
})

test('H15: over the hub, the name of a patient stands nowhere in what hub and portal read, answer and log, nor in the log of the gateway', async () => {
  const { agent, server, counter, printer, pharmacy: rig, gatewayLog } = await counterWithoutLan()
  const { hub, hubLog, line } = rig
  const { mark } = newCanary()
  const { prescription } = await drafted(`${mark} Patient`, `${mark} 500 mg`)
  await checked(agent, prescription.id)
  const asked = { prescription: prescription.id, requestId: randomUUID() }
  await inTheEnd(async () => agent.ask('printPrescription', asked))
  await says(prescription.id, /^(sent_to_printer|printed)$/)
  const label = printer.roll.payload(printer.roll.entries().at(-1)?.n ?? 0) ?? Buffer.alloc(0)

  // A gateway writes of what fails alone: here it cannot pass a patient on.
  const lonely = await startGateway({ upstreamPort: await closedPort(), logger: gatewayLog.logger })
  const refused = await fetch(`${lonely.url}/Pharmacy/api/v1/patients?name=${mark}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: mark }),
  })
  expect([refused.ok, (await refused.text()).includes(mark)]).toEqual([false, false])

  const asksOfDevice = [server.name, counter.name].flatMap((name) => [
    async () => hub.askDevice(name, 'ListJobsAsync', [10]),
    async () => hub.askDevice(name, 'CollectDiagnosticsAsync', []),
    async () => hub.askDevice(name, 'ListPrintersAsync', []),
  ])
  const answers = await Promise.all(asksOfDevice.map(async (ask) => JSON.stringify(await ask())))
  const said = {
    'what the hub sent': line.heard(),
    'what the hub told the registry': Buffer.from(hub.told()),
    'what devices answered the portal': Buffer.from(answers.join('\n')),
    'log of the hub': Buffer.from(hubLog.lines()),
    'log of the gateway': Buffer.from(gatewayLog.lines()),
  }
  // The controls: the label went this way, and each of them says what it may.
  expect(answers[0]).toContain(`"sender":"${counter.name}"`)
  expect(Object.entries(said).filter(([, bytes]) => bytes.length < 20)).toEqual([])
  const hits = Object.entries(said).flatMap(([name, bytes]) =>
    formsIn(bytes, mark).map((form) => `${name} (${form})`),
  )
  expect(hits).toEqual([])
  // The label is a picture: a part of it in the middle tells it from any other.
  const middle = label.subarray(label.length / 2, label.length / 2 + 64)
  expect([middle.length, line.heard().includes(middle)]).toEqual([64, false])
})
