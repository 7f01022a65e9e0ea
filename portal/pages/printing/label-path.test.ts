// The buttons of a computer that need a path: each is closed with the reason beside it, and open when the path is there.
import { describe, expect, it } from 'vitest'
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { relayDetailComputers } from '../relay-detail/relay-detail-computers.tsx'
import { withConditions } from '../testing/job-pages.ts'
import { CENTRAL, NOW, computerOf, viewerAs } from '../testing/fixtures.ts'
import { testLabelObstacle } from './label-path.ts'
import { ROW_REQUESTS } from '../requests/row-requests.tsx'

const t = texts('en')
const obstacle = (computer: RelayComputer, customer = CENTRAL) => testLabelObstacle({ customer, computer, t })

describe('a test label', () => {
  it('is possible while the computer is connected, also when its heartbeats are late', () => {
    for (const presence of ['online', 'degraded'] as const)
      expect(obstacle(computerOf({ presence }))).toBeNull()
  })

  it.each(['reconnecting', 'offline'] as const)('needs the connection: not while it is %s', (presence) => {
    expect(obstacle(computerOf({ presence }))).toBe(t.printing.testLabelOffline)
  })

  it('needs a printer at the printer computer, and a printer computer for all others', () => {
    expect(obstacle(computerOf({ role: 1, printerName: null }))).toBe(t.printing.testLabelNoPrinter)
    expect(obstacle(computerOf({ printerComputerName: null }))).toBe(t.printing.testLabelNoTarget)
  })

  it('waits for a printer that says it stands, not for one that only remarks or is not seen', () => {
    const stands = withConditions(['paper_out'])
    expect(obstacle(computerOf(), stands)).toBe(t.printing.testLabelNotReady('DISPENSARY'))
    expect(obstacle(computerOf(), withConditions(['paper_low']))).toBeNull()
    const unseen = stands.computers.map((computer) => ({ ...computer, presence: 'offline' as const }))
    expect(obstacle(computerOf(), { ...stands, computers: unseen })).toBeNull()
  })
})

it('every closed button has its reason beside it, and is described by it', () => {
  const computers = [computerOf({ isOnline: false }), computerOf({ id: 12, presence: 'reconnecting' })]
  const viewer = viewerAs('Admin')
  const html = relayDetailComputers({ language: 'en', viewer, customer: { ...CENTRAL, computers }, now: NOW })
  const closed =
    html.match(/<button[^>]* disabled[^>]*>.*?<\/button>(<span class="sub" id="[^"]+">[^<]+<\/span>)?/g) ?? []
  expect(closed).toHaveLength(computers.length * (1 + ROW_REQUESTS.length))
  for (const button of closed)
    expect(button).toMatch(/aria-describedby="([^"]+)".* id="\1">[^<]*only while it is online/)
})
