// From the pharmacist's hand to the paper: a real agent and printer, gateway, identity, store and pharmacy API.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { PRESCRIPTION } from '@pharmacy-relay/relay-server/pharmacy-api/test/tenants.ts'
import { askAgent } from '../../agent/contract/socket-client.ts'
import { readPng } from '../../agent/drawing/prescription/test/read-png.ts'
import { assignClient, assignServer, startAgent } from '../../agent/test/in-process-agent.ts'
import { sendLabel } from '../../agent/test/send-label.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { agentOf, gatewayToIdentity } from './known-agent.ts'
import {
  asked,
  checked,
  counterAt,
  drafted,
  drawnBy,
  inTheEnd,
  KNOWN_AFTER,
  knownCounterAt,
  outOf,
  paperOut,
  pharmacy,
  pia,
  read,
  says,
  signIn,
  startPrescriptionScene,
  stopPrescriptionScene,
} from './prescription-scene.ts'

beforeAll(async () => startPrescriptionScene('prescription'))
afterAll(stopPrescriptionScene)

describe('A prescription at an agent', () => {
  test.each([
    ['Ayşe Gül Çağlayan Işık', 'a name with ğ, ı, Ş and Ç', '127.0.2.61'],
    ['^XZ~JA^FD', 'H01 a name that is commands of a printer', '127.0.2.62'],
  ])('%s: %s comes out as the preview showed it, dot by dot', async (name, _what, address) => {
    const { agent, printer } = await counterAt(address)
    const { phone, patient, prescription } = await drafted(name)
    const found = await agent.ask('findPatient', { phone })
    expect(found.patient).toMatchObject({ id: patient.id, name })
    expect(await agent.ask('prescriptions', { patient: patient.id })).toMatchObject([{ state: 'draft' }])
    expect((await checked(agent, prescription.id)).prescription.state).toBe('checked')
    const one = { prescription: prescription.id }
    const { pictures } = await inTheEnd(async () => agent.ask('labelPreview', one))
    const asked = { ...one, requestId: randomUUID() }
    await inTheEnd(async () => agent.ask('printPrescription', asked))
    await outOf(printer)
    const [preview] = pictures.map((picture) => readPng(Buffer.from(picture, 'base64')))
    const drawn = await drawnBy(printer)
    expect([drawn.width, drawn.height]).toEqual([preview?.width, preview?.height])
    expect(Buffer.from(drawn.bytes).equals(Buffer.from(preview?.bytes ?? []))).toBe(true)
    const payload = printer.roll.payload(1)?.toString('latin1') ?? ''
    expect(payload).not.toContain('~JA')
    expect(payload.match(/\^XZ/g)).toHaveLength(1)
    expect(payload).not.toContain(name.slice(0, 5))
    for (const secret of [name, phone, PRESCRIPTION.drug]) expect(agent.log()).not.toContain(secret)
  })

  test('H14 one label comes out of a request that is made twice at once, and again after the agent ended behind the spool', async () => {
    const dataFolder = temporaryFolder()
    const { agent, printer } = await counterAt('127.0.2.63', { dataFolder })
    const { prescription } = await drafted('Ahmet Öz')
    await checked(agent, prescription.id)
    const asked = { prescription: prescription.id, requestId: randomUUID() }
    const print = async () => inTheEnd(async () => agent.ask('printPrescription', asked))
    const [one, two] = await Promise.all([print(), print()])
    expect(two.job.id).toBe(one.job.id)
    await outOf(printer)
    await agent.stop()
    const gatewayUrl = await gatewayToIdentity(pharmacy.baseUrl)
    const again = await startAgent({ address: '127.0.2.63', dataFolder, hub: agent.hub, gatewayUrl })
    await signIn(again)
    expect((await again.ask('printPrescription', asked)).job).toMatchObject({ id: one.job.id, n: one.job.n })
    expect(await again.ask('jobs', { count: 10 })).toHaveLength(1)
    expect(printer.roll.entries()).toHaveLength(1)
  })

  test('is not printed before its pack was checked, nor for another user of the computer than the signed-in one', async () => {
    const { agent, printer } = await counterAt('127.0.2.64')
    const { phone, prescription } = await drafted('Mehmet Kaya')
    const asked = { prescription: prescription.id, requestId: randomUUID() }
    await expect(agent.ask('printPrescription', asked)).rejects.toMatchObject({
      reason: { code: 'prescription_not_checked' },
    })
    await agent.ask('signOut', {})
    await expect(agent.ask('findPatient', { phone })).rejects.toMatchObject({
      reason: { code: 'not_signed_in' },
    })
    const { dataFolder } = await agent.ask('status', null)
    await expect(askAgent(`${dataFolder}/agent.sock`, 'findPatient', { phone })).rejects.toMatchObject({
      code: 'role_not_allowed',
    })
    expect(printer.roll.entries()).toHaveLength(0)
  })

  test('H03 a character that no typeface has is refused by name, and nothing comes out', async () => {
    const { agent, printer } = await counterAt('127.0.2.65')
    const { prescription } = await drafted('Zeynep Ak', '薬 5 mg')
    await checked(agent, prescription.id)
    const refused = { code: 'invalid', reason: { code: 'label_character' } }
    await expect(agent.ask('labelPreview', { prescription: prescription.id })).rejects.toMatchObject(refused)
    const asked = { prescription: prescription.id, requestId: randomUUID() }
    await expect(agent.ask('printPrescription', asked)).rejects.toMatchObject(refused)
    expect(printer.roll.entries()).toHaveLength(0)
  })

  test('is handed on by a Client as every label, in the size that the PrinterComputer told it', async () => {
    const { agent: server, printer } = await counterAt('127.0.2.66')
    const client = await agentOf({ address: '127.0.2.67', days: 8, pharmacyUrl: pharmacy.baseUrl })
    await assignServer(server, `tcp:127.0.0.1:${printer.rawPort}`, { version: 2, clients: [client] })
    await server.ask('setSetting', { name: 'LabelMedia', value: '76x51@203' })
    await assignClient(client, server)
    await signIn(client)
    const { prescription } = await drafted('Elif Şahin')
    await checked(client, prescription.id)
    await until('the Client knows the size', async () => {
      const one = { prescription: prescription.id }
      const { pictures } = await inTheEnd(async () => client.ask('labelPreview', one))
      return readPng(Buffer.from(pictures[0] ?? '', 'base64')).width < 640
    })
    const asked = { prescription: prescription.id, requestId: randomUUID() }
    await inTheEnd(async () => client.ask('printPrescription', asked))
    await outOf(printer)
    expect((await drawnBy(printer)).width).toBeLessThan(640)
    await says(prescription.id, /^(sent_to_printer|printed)$/)
  })
})

describe('What becomes of the label of a prescription', () => {
  test('stands at the prescription: that it waits while paper is out, and that it was printed, with the proof', async () => {
    const counter = await knownCounterAt('127.0.2.68')
    await paperOut(counter)
    const { id, job } = await asked(counter, 'Deniz Ateş')
    expect(await says(id, /^waiting_for_printer$/)).toMatchObject({
      jobId: job.id,
      evidence: null,
      reasons: [{ code: 'printer_condition', params: { condition: 'paper_out' } }],
    })
    await counter.printer.faults.clear()
    await outOf(counter.printer, KNOWN_AFTER + 1)
    expect(await says(id, /^printed$/)).toMatchObject({ jobId: job.id, evidence: 'L3', reasons: [] })
  })

  test('H16 is that it was cancelled where the prescription was changed while it waited: at both, with the reason, and nothing comes out', async () => {
    const counter = await knownCounterAt('127.0.2.69')
    const { agent, printer } = counter
    await paperOut(counter)
    const { id, job } = await asked(counter, 'Emre Doğan')
    await says(id, /^waiting_for_printer$/)
    const { version } = await read(id)
    const body = { ...PRESCRIPTION, directions: ['2 tablets at noon'] }
    await pia.call(pharmacyApi.putPrescription, { params: { prescriptionId: id }, body }, version)
    expect(await says(id, /^cancelled$/)).toMatchObject({ jobId: job.id, isWithdrawn: true })
    const trace = await agent.ask('job', { job: job.id })
    expect(trace.job).toMatchObject({ state: 'cancelled', reasons: [{ code: 'label_withdrawn' }] })
    await printer.faults.clear()
    await sendLabel(agent, '^XA^FO50,50^A0N,30,30^FDthe next^FS^XZ')
    await outOf(printer, KNOWN_AFTER + 1)
    expect(printer.roll.payload(KNOWN_AFTER + 1)?.toString('latin1')).toContain('the next')
  })

  test('is told with the next sign-in where it was printed while nobody was signed in', async () => {
    const counter = await knownCounterAt('127.0.2.70')
    const { agent, printer } = counter
    await paperOut(counter)
    const { id } = await asked(counter, 'Selin Yıldız')
    await says(id, /^waiting_for_printer$/)
    await agent.ask('signOut', {})
    await printer.faults.clear()
    await outOf(printer, KNOWN_AFTER + 1)
    await until('the spool knows', async () => (await agent.ask('jobs', null))[0]?.state === 'printed')
    expect((await read(id)).labels).toMatchObject([{ state: 'waiting_for_printer' }])
    await signIn(agent)
    expect(await says(id, /^printed$/)).toMatchObject({ evidence: 'L3' })
  })
})
