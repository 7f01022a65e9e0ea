// The demo's pieces: which ports and printers it has, whom it assigns, and what is said of a port that somebody holds.
import net from 'node:net'
import type { HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { expect, onTestFinished, test } from 'vitest'
import { isUntouched } from './demo-assignment.ts'
import { busyDemoPorts } from './demo-busy.ts'
import { standingOf } from './demo-pairing.ts'
import { agentEnvironment, describePharmacy, PHARMACIES } from './demo-pharmacies.ts'
import { readDemoPorts } from './demo-ports.ts'
import { demoPrinters } from './demo-printers.ts'

async function hold(host: string, port: number): Promise<void> {
  const server = net.createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  onTestFinished(() => void server.close())
}

test('labels go to 9100 everywhere and pages are one after the other, unless set', () => {
  const ports = readDemoPorts({})
  expect(demoPrinters(ports)).toEqual([
    { name: 'central-printer', httpUrl: 'http://127.0.0.1:9181', rawHost: '127.0.1.31', tcpPort: 9_100 },
    { name: 'riverside-printer', httpUrl: 'http://127.0.0.1:9182', rawHost: '127.0.1.32', tcpPort: 9_100 },
  ])
  expect(readDemoPorts({ Demo__LabelPort: '19100' })).toMatchObject({ Demo__LabelPort: 19_100 })
  // Agents let no assignment name a port of the system.
  expect(() => readDemoPorts({ Demo__LabelPort: '80' })).toThrow('Demo__LabelPort=80')
})

test('every computer of a pharmacy can have its printer', () => {
  const places = {
    hubUrl: 'http://127.0.0.1:5132',
    gatewayUrl: 'http://127.0.0.1:5082',
    dataFolder: '/data',
    labelPort: 9_100,
  }
  for (const plan of PHARMACIES) {
    const pharmacy = { id: 7, plan }
    for (const computer of plan.computers)
      expect(agentEnvironment(pharmacy, computer, places)).toMatchObject({
        Agent__Printers: `tcp:${plan.printer.address}:9100`,
        Agent__LocalAddress: computer.address,
        Agent__TcpPort: '9100',
        Agent__GatewayUrl: 'http://127.0.0.1:5082',
      })
  }
})

test('an agent is paired once: when it has no pharmacy, or when the hub does not know it any more', () => {
  const why = { why: '…', nextTryAt: '2026-11-22T10:00:00.000Z' }
  const refused = (code: HubCode) => ({ state: 'refused', code, ...why }) as const
  expect(standingOf({ pharmacyId: null, hub: { state: 'off', why: '…' } })).toBe('unpaired')
  expect(standingOf({ pharmacyId: 7, hub: refused('NOT_PAIRED') })).toBe('unpaired')
  // Its pairing is on the disk, or somebody decided: that is not to be undone by a start.
  expect(standingOf({ pharmacyId: 7, hub: { state: 'waiting', ...why } })).toBe('coming')
  for (const code of ['REVOKED', 'BAD_KEY', 'DELETED'] as const)
    expect(standingOf({ pharmacyId: 7, hub: refused(code) })).toBe('refused')
})

test('a port that somebody holds is named once, with where and with the setting', async () => {
  const ports = { Demo__LabelPort: await freePort(), Demo__PagePort: await freePort([1]) }
  await hold('0.0.0.0', ports.Demo__LabelPort)
  await hold('127.0.0.1', ports.Demo__PagePort + 1)
  const [labels, page, ...more] = await busyDemoPorts(ports)
  expect(labels).toContain(`Port ${ports.Demo__LabelPort} for labels`)
  expect(labels).toMatch(/127\.0\.1\.11 \(COUNTER-1\).* and 5 more\..*Demo__LabelPort=/)
  expect(page).toContain(`Port ${ports.Demo__PagePort + 1} for`)
  expect(page).toMatch(/riverside-printer.*Demo__PagePort=/)
  expect(more).toEqual([])
})

test('only printing that nobody ever changed is assigned', () => {
  const customer = { printingVersion: 1, printerConfig: null, computers: [] }
  expect(isUntouched(customer)).toBe(true)
  expect(isUntouched({ ...customer, printingVersion: 2 })).toBe(false)
})

test('the demo file says the roles and ports that the store API says', () => {
  const [plan] = PHARMACIES
  if (plan === undefined) throw new Error('there is no pharmacy')
  const { computers } = describePharmacy({ id: 7, plan }, { computers: [] }, 9_100)
  expect(computers.map(({ role, tcpPort }) => [role, tcpPort])).toEqual(
    Array.from({ length: 3 }, () => ['None', 9_100]),
  )
})
