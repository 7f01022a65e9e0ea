// The page of one pharmacy: every documented fact of a computer in words, roles, and the live fragment.
import { describe, expect, it } from 'vitest'
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { CloseReason } from '@pharmacy-relay/shared/device.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { CENTRAL, NOW, RIVERSIDE, computerOf, frameOf, viewerAs } from '../testing/fixtures.ts'
import { tagsOf } from '../testing/tags.ts'
import { memoryText } from '../computer/memory-text.ts'
import { relayDetailComputers } from './relay-detail-computers.tsx'
import { relayDetailPage } from './relay-detail-page.tsx'

const viewer = viewerAs('Support')
const computersOf = (...computers: RelayComputer[]) =>
  relayDetailComputers({ language: 'en', viewer, customer: { ...CENTRAL, computers }, now: NOW })
/** The text without tags, as a reader sees it. */
const plainTextOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

describe('the page of a pharmacy', () => {
  it('lets only Admin edit it and add computers', () => {
    const pageFor = (role: 'Admin' | 'Support' | 'SuperSupport') =>
      relayDetailPage({ frame: frameOf({ viewer: viewerAs(role) }), customer: CENTRAL, now: NOW })
    for (const address of ['/relay/P-1042/edit', '/relay/P-1042/pairing']) {
      expect(pageFor('Admin')).toContain(address)
      expect(pageFor('Support')).not.toContain(address)
      expect(pageFor('SuperSupport')).not.toContain(address)
    }
  })

  it('carries its head in the live part, so that an edit by somebody else is seen', () => {
    const admin = viewerAs('Admin')
    const html = relayDetailComputers({ language: 'en', viewer: admin, customer: CENTRAL, now: NOW })
    expect(html).toMatch(/<h1>.*Central Pharmacy.*<\/h1>/)
    for (const part of ['counter@central.example', '+442071234567', '/relay/P-1042/edit'])
      expect(html).toContain(part)
    expect(html).toContain('data-title="Central Pharmacy · P-1042 · Pharmacy Relay"')
  })

  it('links e-mail and phone, and says when there is no phone', () => {
    const html = relayDetailPage({ frame: frameOf(), customer: CENTRAL, now: NOW })
    expect(html).toContain('href="mailto:counter@central.example"')
    expect(html).toContain('href="tel:+442071234567"')
    expect(relayDetailPage({ frame: frameOf(), customer: RIVERSIDE, now: NOW })).toContain('no phone number')
  })

  it('cannot be made to write other headers into a mail by an address', () => {
    const customer = { ...CENTRAL, email: 'a?bcc=b&subject=c@x.example' }
    const html = relayDetailPage({ frame: frameOf(), customer, now: NOW })
    expect(html).toContain('href="mailto:a%3Fbcc%3Db%26subject%3Dc@x.example"')
  })

  it('contains the fragment exactly as it is sent alone', () => {
    const frame = frameOf({ language: 'de', viewer })
    const fragment = relayDetailComputers({ ...frame, customer: CENTRAL, now: NOW })
    expect(relayDetailPage({ frame, customer: CENTRAL, now: NOW })).toContain(fragment)
  })

  it('counts what is online and what is too old', () => {
    const html = plainTextOf(relayDetailComputers({ language: 'en', viewer, customer: CENTRAL, now: NOW }))
    expect(html).toContain('2 of 3 computers online')
    expect(html).toContain('1 agent too old')
  })
})

it('tells of each computer when its last label came out, and of one that reported none that there is none', () => {
  const html = computersOf(
    computerOf({ labelFacts: { lastLabelAt: '2026-11-20T11:48:00.000Z' } }),
    computerOf({ id: 12, labelFacts: {} }),
    computerOf({ id: 13, labelFacts: null }),
  )
  expect(plainTextOf(html)).toMatch(/Last label 12 minutes ago[^]*Last label none yet/)
  expect(html.match(/none yet/g)).toHaveLength(1)
  expect(html.match(/datetime="2026-11-20T11:48:00.000Z"/g)).toHaveLength(1)
})

describe('who changed its printing', () => {
  it('stands on its page with when, for Support too, the newest first, with before and after', () => {
    const html = plainTextOf(relayDetailComputers({ language: 'en', viewer, customer: CENTRAL, now: NOW }))
    expect(html).toMatch(/DISPENSARY : Printer chosen by ANNA \(Admin\) , 8 minutes ago, 11:52/)
    expect(html).toMatch(/Printer Office → becomes ZD421 TCP port 9101 → becomes 9100/)
    expect(html).toMatch(/COUNTER-1 : Role changed by ANNA \(Admin\) , yesterday, 19 Nov/)
  })

  it('is not told of a pharmacy where nobody did, and names no person whose name was erased', () => {
    expect(relayDetailPage({ frame: frameOf(), customer: RIVERSIDE, now: NOW })).not.toContain('staff-change')
    const staffChanges = CENTRAL.staffChanges?.map((change) => ({ ...change, staffName: null }))
    const customer = { ...CENTRAL, staffChanges }
    const html = plainTextOf(relayDetailComputers({ language: 'en', viewer, customer, now: NOW }))
    expect(html).toContain('Printer chosen by Admin ,')
  })
})

describe('a computer', () => {
  it.each(CloseReason.options)('that is offline because of %s says so in words', (offlineReason) => {
    const html = plainTextOf(computersOf(computerOf({ isOnline: false, offlineReason })))
    expect(html).toContain(texts('en').closeReasons[offlineReason])
    expect(html).not.toContain(offlineReason === 'bye' ? ' bye' : offlineReason)
  })

  it('that is offline says why once: what is known of its end, and no guess beside it', () => {
    const [, counter = computerOf()] = CENTRAL.computers
    const html = plainTextOf(computersOf({ ...counter, offlineReason: 'bye' }))
    expect(html).toContain('The agent was shut down.')
    const row = html.slice(html.indexOf('last online'))
    expect(row).not.toContain(texts('en').health.causes.computer_off({ printer: '', port: 0 }))
    expect(row).toContain('Labels do not come out')
  })

  it('that is offline says since when, with the exact time behind it', () => {
    const html = computersOf(computerOf({ isOnline: false, lastOnlineAt: '2026-11-20T11:31:00.000Z' }))
    expect(plainTextOf(html)).toContain('last online 29 minutes ago')
    const time = tagsOf(html).find((tag) => tag.attributes['datetime'] === '2026-11-20T11:31:00.000Z')
    expect(time?.attributes['data-time']).toBe('age')
    expect(time?.attributes['title']).toBe('20 Nov 2026, 11:31:00 UTC')
  })

  it.each([
    [{ presence: 'degraded' }, 'Online, not answering The connection is there'],
    [{ presence: 'reconnecting' }, 'Reconnecting The connection ended within the last seconds.'],
    [
      { presence: 'reconnecting', offlineReason: 'transport_close' },
      'Reconnecting The connection was cut: its agent',
    ],
    [{ presence: 'reconnecting', offlineReason: 'hub_lost' }, 'Reconnecting The relay failed'],
    [{ clockAheadMs: 725_000 }, 'Online Clock 12 mins ahead'],
    [{ clockAheadMs: -7_500_000 }, 'Online Clock 2 hrs 5 mins behind'],
    [{ access: 'waiting', isOnline: false }, 'Waiting for approval It came with a pairing code'],
    [{ access: 'revoked', isOnline: false }, 'Access withdrawn A new pairing code lets it in again.'],
    [{ displayName: 'Till 1' }, 'Till 1 calls itself COUNTER-1'],
    [{ letter: 'AB' }, 'labels AB-1, AB-2 …'],
  ] as const)('with %o reads %s', (changes, text) => {
    expect(plainTextOf(computersOf(computerOf(changes)))).toContain(text)
  })

  it('that never connected does not claim to have been online', () => {
    const html = plainTextOf(computersOf(computerOf({ isOnline: false, lastOnlineAt: null })))
    expect(html).toContain('Never connected')
    expect(html).not.toContain('last online')
  })

  it.each([
    [{ role: 0, reportedRole: 0 }, 'no role'],
    [{ role: 1, reportedRole: 1, printerName: 'Zebra' }, 'Zebra port 9100'],
    [{ role: 1, reportedRole: 1, printerName: null }, 'no printer chosen'],
    [{ role: 2, reportedRole: 2, printerComputerName: 'DISPENSARY' }, 'prints through DISPENSARY port 9100'],
    [{ role: 2, reportedRole: 2, printerComputerName: null }, 'no printer computer assigned'],
  ] as const)('of %o prints so: %s', (changes, text) => {
    expect(plainTextOf(computersOf(computerOf(changes)))).toContain(text)
  })

  it('shows the reported role only when it differs from the wanted one', () => {
    expect(plainTextOf(computersOf(computerOf({ role: 1, reportedRole: 0 })))).toContain('not taken over yet')
    expect(plainTextOf(computersOf(computerOf({ role: 1, reportedRole: 2 })))).toContain(
      'still works as: Client',
    )
    const same = plainTextOf(computersOf(computerOf({ role: 1, reportedRole: 1 })))
    expect(same).not.toMatch(/not taken over|still works/)
  })

  it('carries a mark when its agent is too old, and only then', () => {
    expect(plainTextOf(computersOf(computerOf({ isTooOld: true })))).toContain('0.1.0 too old')
    expect(plainTextOf(computersOf(computerOf()))).not.toContain('too old')
  })

  it('has a key and a sequence, so that an older row never replaces a newer one', () => {
    const row = tagsOf(computersOf(computerOf({ id: 7, presenceSeq: 9 }))).find(
      (tag) => tag.attributes['data-seq'],
    )
    expect(row?.attributes).toMatchObject({ 'data-key': 'computer-7', 'data-seq': '9' })
  })
})

describe('the printer configuration', () => {
  const cardOf = (customer: typeof CENTRAL) =>
    plainTextOf(relayDetailComputers({ language: 'en', viewer, customer, now: NOW })).split(
      'Printer configuration',
    )[1]

  it('names printer, computer, port and age', () => {
    expect(cardOf(CENTRAL)).toMatch(/ZD421 .*DISPENSARY .*9100 .*8 days ago/)
  })

  it('says when there is none', () => {
    expect(cardOf({ ...CENTRAL, printerConfig: null })).toContain('No printer is set up')
  })

  it('warns only while the printer computer is offline', () => {
    const offline = CENTRAL.computers.map((computer) => ({ ...computer, isOnline: false }))
    expect(cardOf({ ...CENTRAL, computers: offline })).toContain('labels of the other computers wait')
    expect(cardOf(CENTRAL)).not.toContain('labels of the other computers wait')
  })
})

describe('memory', () => {
  it.each([
    [16_384, '16 GB'],
    [7_987, '7.8 GB'],
    [512, '512 MB'],
  ])('of %i MiB reads %s', (totalRamMb, text) => {
    expect(memoryText('en-GB', totalRamMb)).toBe(text)
  })
})
