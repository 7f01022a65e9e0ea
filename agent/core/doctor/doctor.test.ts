// The doctor of whole agents with real sockets: each cause that stops labels is named, and labels go on meanwhile.
import type { Diagnosis, Hop } from '@pharmacy-relay/shared/diagnosis.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { diagnosisDe } from '@pharmacy-relay/shared/texts/de/diagnosis.ts'
import { diagnosisEn } from '@pharmacy-relay/shared/texts/en/diagnosis.ts'
import { diagnosisText } from '@pharmacy-relay/shared/texts/diagnosis-text.ts'
import { reasonText } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { describe, expect, test } from 'vitest'
import { startPrinter } from '../../test-printer/test/printer-rig.ts'
import { assignClient, assignServer, startAgent, type InProcessAgent } from '../../test/in-process-agent.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { assignmentOf, targetOf } from '../assignment/test-assignment.ts'
import { closedPort } from '../printers/test/printer-peer.ts'
import { sendLabel } from '../../test/send-label.ts'
import { startBlackHole } from './test/black-hole.ts'

const PEER_AWAY = (): never => {
  throw new HubError('PEER_OFFLINE', 'That device is offline')
}

async function pharmacy({ hasClient = true }: { readonly hasClient?: boolean } = {}) {
  const printer = await startPrinter()
  const printers = `tcp:127.0.0.1:${printer.rawPort}`
  const dispensary = await startAgent({ address: '127.0.1.131', printers })
  const dataFolder = temporaryFolder()
  const counter = await startAgent({ address: '127.0.1.132', dataFolder })
  await assignServer(dispensary, printers, { clients: hasClient ? [counter] : [] })
  counter.hub.onRelayed = PEER_AWAY
  return { printer, printers, dispensary, counter, dataFolder }
}

async function assignTo(counter: InProcessAgent, to: InProcessAgent, over: Parameters<typeof targetOf>[0]) {
  const { address, port, device } = to
  const place = { computerName: 'DISPENSARY', addresses: [address], tcpPort: port, ...device }
  await counter.assign(assignmentOf({ role: 'Client', target: targetOf({ ...place, ...over }) }))
}

/** Two hubs of tests act as one: what one device sends to the other arrives there. */
function joinHubs(one: InProcessAgent, other: InProcessAgent): void {
  const pass = (from: InProcessAgent, to: InProcessAgent): void => {
    from.hub.onRelayed = (_target, message) => {
      for (const socket of to.hub.sockets())
        socket.emit('ReceiveMessageAsync', from.device.deviceKey, message)
    }
  }
  pass(one, other)
  pass(other, one)
}

async function diagnose(agent: InProcessAgent): Promise<Diagnosis> {
  const diagnosis = await agent.ask('doctor', null)
  for (const hop of diagnosis.hops)
    expect(JSON.stringify(diagnosisText(hop, diagnosisEn))).not.toMatch(/undefined|\[obj/)
  return diagnosis
}

function found({ hops }: Diagnosis, place: Hop): string {
  const hop = hops.find((one) => one.hop === place)
  return hop === undefined ? 'missing' : `${hop.verdict} ${hop.code}`
}

const linksOf = (agent: InProcessAgent): number => agent.log().split('"link.up"').length - 1
const isLinked = async (agent: InProcessAgent) =>
  until('the link', async () => (await agent.ask('status', null)).printing.way?.path === 'lan')

describe('A Client', () => {
  test('that reaches the PrinterComputer: nothing stops labels, and its link is the same as before', async () => {
    const { counter, dispensary, printer } = await pharmacy()
    joinHubs(counter, dispensary)
    await assignClient(counter, dispensary)
    await isLinked(counter)
    const links = linksOf(counter)
    const flow = (async () => {
      for (const n of Array.from({ length: 20 }).keys()) {
        const sent = await sendLabel(counter, `^XA^FD${n}^FS^XZ`)
        expect(sent).toMatchObject({ ok: true })
      }
    })()
    const diagnosis = await diagnose(counter)
    expect(diagnosis).toMatchObject({ role: 'Client', blocking: null, path: 'lan' })
    // A busy disk is told as such, and stops nothing.
    const others = diagnosis.hops.filter(({ hop }) => hop !== 'spool')
    expect(others.map(({ hop, verdict }) => `${hop} ${verdict}`)).toEqual([
      'role ok',
      'listener ok',
      'trust ok',
      'address ok',
      'tcp ok',
      'link ok',
      'hub ok',
      'hub_path ok',
      'printer ok',
      'clock not_tested',
    ])
    await flow
    await until('the labels', () => printer.roll.entries().length === 20)
    // One more: the way through the hub.
    expect(linksOf(counter)).toBe(links + 1)
    expect(counter.log()).not.toMatch(/link\.down.*lan/)
    expect(counter.log() + dispensary.log()).not.toContain('replaced')
  })

  test('whose PrinterComputer does not run is told so, with its name', async () => {
    const { counter, dispensary } = await pharmacy()
    await assignTo(counter, dispensary, {})
    await dispensary.stop()
    const diagnosis = await diagnose(counter)
    expect([diagnosis.blocking, diagnosis.path]).toEqual(['tcp', null])
    expect(found(diagnosis, 'tcp')).toBe('failed tcp_refused')
    expect(found(diagnosis, 'link')).toBe('not_tested not_tested')
    expect(found(diagnosis, 'hub_path')).toBe('failed path_peer_offline')
    const hop = diagnosis.hops.find((one) => one.hop === 'tcp')
    if (hop === undefined) throw new Error('no hop')
    const { text, advice } = diagnosisText(hop, diagnosisEn)
    expect(text).toContain('the agent on DISPENSARY does not run or has another role')
    expect(advice).toContain('Start the agent on DISPENSARY')
  })

  test('behind a firewall that swallows connections is told which port to allow, and how', async () => {
    const { counter, dispensary } = await pharmacy()
    const hole = await startBlackHole('127.0.1.133')
    await assignTo(counter, dispensary, { addresses: [hole.address], tcpPort: hole.port })
    const diagnosis = await diagnose(counter)
    expect(diagnosis.blocking).toBe('tcp')
    const hop = diagnosis.hops.find((one) => one.hop === 'tcp')
    expect(hop).toMatchObject({ verdict: 'failed', code: 'tcp_silent', facts: { detail: hole.address } })
    if (hop === undefined) throw new Error('no hop')
    const { advice } = diagnosisText(hop, diagnosisEn)
    expect(advice).toMatch(new RegExp(`netsh .*localport=${hole.port}.*ufw allow ${hole.port}/tcp`))
  })

  test('that can use the hub only: labels get through, and the local network deserves a look', async () => {
    const { counter, dispensary } = await pharmacy()
    joinHubs(counter, dispensary)
    await assignTo(counter, dispensary, { tcpPort: await closedPort() })
    const diagnosis = await diagnose(counter)
    expect(diagnosis).toMatchObject({ blocking: null, path: 'hub' })
    expect(found(diagnosis, 'tcp')).toBe('attention tcp_refused')
    expect(found(diagnosis, 'hub_path')).toBe('ok path_up')
  })

  test('whose hub has lost the one of the PrinterComputer: labels are kept, and support looks at the hubs', async () => {
    const { counter, dispensary } = await pharmacy()
    counter.hub.onRelayed = () => {
      throw new HubError('UNAVAILABLE', 'The others cannot be reached now')
    }
    await assignTo(counter, dispensary, { tcpPort: await closedPort() })
    const diagnosis = await diagnose(counter)
    expect([diagnosis.blocking, found(diagnosis, 'hub')]).toEqual(['tcp', 'ok hub_online'])
    const hop = diagnosis.hops.find((one) => one.hop === 'hub_path')
    if (hop === undefined) throw new Error('no hop')
    expect(hop).toMatchObject({ verdict: 'failed', code: 'path_not_passed_on' })
    const { text, advice, detail } = diagnosisText(hop, diagnosisEn)
    expect(text).toContain('passes nothing on to DISPENSARY at the moment.')
    expect(detail).toContain('The others cannot be reached now')
    expect(advice).toMatch(/^Labels are kept .* support looks at the hubs/)
  })

  test('at whose address another computer answers', async () => {
    const { counter, dispensary } = await pharmacy()
    await assignTo(counter, dispensary, { certificateFingerprints: ['ab'.repeat(32)] })
    const diagnosis = await diagnose(counter)
    expect([diagnosis.blocking, found(diagnosis, 'tcp')]).toEqual(['link', 'ok tcp_connected'])
    expect(found(diagnosis, 'link')).toBe('failed link_not_pinned')
  })

  test('that the PrinterComputer does not know', async () => {
    const { counter, dispensary } = await pharmacy({ hasClient: false })
    await assignTo(counter, dispensary, {})
    const diagnosis = await diagnose(counter)
    expect([diagnosis.blocking, found(diagnosis, 'link')]).toEqual(['link', 'failed link_not_welcome'])
  })

  test('whose PrinterComputer is a printer, which is no agent', async () => {
    const { counter, dispensary, printer } = await pharmacy()
    await assignTo(counter, dispensary, { addresses: ['127.0.0.1'], tcpPort: printer.rawPort })
    const diagnosis = await diagnose(counter)
    expect([diagnosis.blocking, found(diagnosis, 'tcp')]).toEqual(['link', 'ok tcp_connected'])
    expect(found(diagnosis, 'link')).toMatch(/^failed link_(no_agent|broken)$/)
  })

  test('that has not heard the certificate of the PrinterComputer', async () => {
    const { counter, dispensary } = await pharmacy()
    await assignTo(counter, dispensary, { certificateFingerprints: [] })
    const diagnosis = await diagnose(counter)
    expect([diagnosis.blocking, found(diagnosis, 'trust')]).toEqual(['trust', 'failed trust_unknown'])
    expect(found(diagnosis, 'tcp')).toBe('not_tested not_tested')
  })

  test('without the hub: labels get through over the local network', async () => {
    const { counter, dispensary, dataFolder } = await pharmacy()
    await assignTo(counter, dispensary, {})
    await counter.stop()
    const { address, port } = counter
    const again = await startAgent({ address, port, dataFolder, isHubAway: true })
    const diagnosis = await diagnose(again)
    expect(diagnosis).toMatchObject({ blocking: null, path: 'lan' })
    expect(found(diagnosis, 'hub')).toBe('attention hub_away')
    expect(found(diagnosis, 'hub_path')).toBe('not_tested not_tested')
  })

  test('hears from the hub how wrong its clock is', async () => {
    const { counter, dispensary } = await pharmacy()
    await assignTo(counter, dispensary, {})
    await counter.hub.nudge(5)
    expect(found(await diagnose(counter), 'clock')).toBe('ok clock_ok')
  })
})

test('Why an assignment was not applied is a reason, which readers say in their language', async () => {
  const agent = await startAgent({ address: '127.0.1.134' })
  await agent.assign(assignmentOf({ role: 'Client', target: targetOf({ tcpPort: 22 }) }))
  const { hops } = await diagnose(agent)
  const [hop] = hops
  expect(hop).toMatchObject({
    code: 'role_not_applied',
    facts: { detail: expect.stringMatching(/^port 22 /), reasons: [{ code: 'port_not_for_labels' }] },
  })
  if (hop === undefined) throw new Error('no hop')
  const { reasons } = diagnosisText(hop, diagnosisDe)
  expect(reasonText(reasons, texts('de'))).toMatch(/^Port 22 ist nicht für Etiketten/)
})

describe('The PrinterComputer', () => {
  test('with its Client and its printer', async () => {
    const { counter, dispensary, printers } = await pharmacy()
    await assignClient(counter, dispensary)
    await isLinked(counter)
    const diagnosis = await diagnose(dispensary)
    expect(diagnosis).toMatchObject({ role: 'Server', blocking: null, path: null })
    expect(found(diagnosis, 'clients')).toBe('ok clients_linked')
    expect(found(diagnosis, 'firewall')).toBe('ok firewall_open')
    const hop = diagnosis.hops.find((one) => one.hop === 'printer')
    expect(hop).toMatchObject({ verdict: 'ok', facts: { printer: printers } })
  })

  test('whose printer is off', async () => {
    const { address, port } = await startBlackHole('127.0.1.134')
    const printers = `tcp:${address}:${port}`
    const dispensary = await startAgent({ address: '127.0.1.136', printers })
    await assignServer(dispensary, printers)
    const diagnosis = await diagnose(dispensary)
    expect([diagnosis.blocking, found(diagnosis, 'printer')]).toEqual(['printer', 'failed printer_away'])
  })

  test('that no Client has reached: a firewall may be the reason, and labels still get through', async () => {
    const { dispensary } = await pharmacy()
    const diagnosis = await diagnose(dispensary)
    expect(diagnosis.blocking).toBe(null)
    expect(found(diagnosis, 'firewall')).toMatch(/firewall_(perhaps|closed|unknown)$/)
    expect(found(diagnosis, 'clients')).toBe('attention clients_missing')
  })
})

test('Without a role the doctor says so, to the hub as well, and two who ask get the same', async () => {
  const agent = await startAgent({ address: '127.0.1.135' })
  const [told, asked] = await Promise.all([
    agent.hub.request('CollectDiagnosticsAsync'),
    agent.ask('doctor', null),
  ])
  expect(told.blocking).toBe('role')
  expect(told.at).toBe(asked.at)
  expect(found(told, 'role')).toBe('failed role_none')
})
