// Pairing codes, the page of one computer, and the pharmacy's page with computers that wait, are revoked or are two.
import type { CustomerDetail, IdentityConflict } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { Presence } from '@pharmacy-relay/shared/device.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { computerPage, type ComputerPageProps } from '../computer/computer-page.tsx'
import { movePage } from '../computer/move-page.tsx'
import { pairingAskPage, type PairingAskPageProps } from '../pairing/pairing-ask-page.tsx'
import { pairingCodePage, type PairingCodePageProps, type ShownCode } from '../pairing/pairing-code-page.tsx'
import { pageNotices } from '../../views/page-notices.ts'
import { relayDetailPage } from '../relay-detail/relay-detail-page.tsx'
import { CENTRAL, HOSTILE, HOSTILE_PHARMACY, NOW, RIVERSIDE, computerOf, viewerAs } from './fixtures.ts'

const BOOT_IDS = ['0b7c1f5e-6f0e-4a54-9a39-6f2f7a4f2f11', '5d1f6a52-2a0c-4e5b-8a61-1f0e7c9a3b22'] as const

export const OPEN_CODE = { id: 7, expiresAt: '2026-11-20T12:09:41.000Z', needsApproval: true }
export const WITH_CODE: CustomerDetail = { ...CENTRAL, pairingCodes: [OPEN_CODE] }
export const WAITING_COMPUTER = computerOf({
  id: 61,
  pcName: 'COUNTER-3',
  access: 'waiting',
  pairingCodeId: 7,
  role: 0,
  reportedRole: 0,
  isOnline: false,
  lastOnlineAt: null,
  offlineReason: null,
  printerComputerName: null,
})

const ENDED = { id: 7, customerId: 1, at: '2026-11-20T11:52:00.000Z' }
const OUTCOMES = [
  { state: 'used', computerName: HOSTILE },
  { state: 'used', computerName: null },
  { state: 'expired' },
  { state: 'withdrawn', staffName: HOSTILE },
  { state: 'withdrawn', staffName: null },
  { state: 'tried', address: '2001:db8:7:8:aaaa:bbbb:cccc:dddd' },
  { state: 'tried', address: null },
] as const

/** The first one is connected, the second one refused. */
export function conflictOf(changes: Partial<IdentityConflict['sides'][number]> = {}): IdentityConflict {
  const side = {
    pcName: 'COUNTER-1',
    localIpAddress: '192.168.10.21',
    publicIpAddress: '203.0.113.20',
    softwareVersion: '0.1.0',
    seenAt: '2026-11-20T11:59:50.000Z',
    isLeaving: false,
  }
  return {
    since: '2026-11-20T11:58:00.000Z',
    sides: [
      { ...side, bootId: BOOT_IDS[0], isIn: true },
      { ...side, bootId: BOOT_IDS[1], isIn: false, pcName: 'COUNTER-1-COPY', ...changes },
    ],
  }
}

/** Page by name. */
export function computerPages(frame: FrameProps): Record<string, string> {
  return { ...pairingPages(frame), ...managePages(frame), ...pharmacyPages(frame) }
}

function pairingPages(frame: FrameProps) {
  const ask = (changes: Partial<PairingAskPageProps> = {}) =>
    pairingAskPage({
      frame,
      customer: HOSTILE_PHARMACY,
      once: HOSTILE,
      needsApproval: false,
      bySms: false,
      problem: null,
      now: NOW,
      ...changes,
    })
  const code = (changes: Partial<PairingCodePageProps> = {}) =>
    pairingCodePage({
      frame,
      customer: WITH_CODE,
      codeId: 7,
      shown: null,
      again: null,
      outcome: null,
      now: NOW,
      ...changes,
    })
  const shown: ShownCode = {
    code: 'BCDFGHJK',
    needsApproval: false,
    sms: null,
    hubUrl: 'https://portal.example',
  }
  const used = (computer: Parameters<typeof computerOf>[0]) => ({
    ...CENTRAL,
    computers: [computerOf({ ...computer, pairingCodeId: 7 })],
  })
  return {
    'pairing, asked': ask(),
    'pairing, asked again': ask({ problem: 'outdated', customer: WITH_CODE, needsApproval: true }),
    'pairing, made already': ask({ problem: 'madeAlready', customer: WITH_CODE }),
    'pairing, too many codes': ask({ problem: 'full', customer: WITH_CODE }),
    'pairing code': code({ shown, again: { once: HOSTILE, needsApproval: true, bySms: true } }),
    'pairing code, sent by SMS': code({ shown: { ...shown, sms: 'sent' } }),
    'pairing code, nobody knows whether by SMS': code({ shown: { ...shown, sms: 'unknown' } }),
    'pairing code, with approval': code({ shown: { ...shown, needsApproval: true } }),
    'pairing code, looked at again': code(),
    'pairing code, used': code({
      customer: used({ displayName: HOSTILE }),
      outcome: { ...ENDED, state: 'used', computerName: HOSTILE },
    }),
    'pairing code, used by one that waits': code({ customer: used({ access: 'waiting', isOnline: false }) }),
    'pairing code, ended': code({ customer: CENTRAL }),
    ...Object.fromEntries(
      OUTCOMES.map((outcome, index) => [
        `pairing code over, ${index} ${outcome.state}`,
        code({ customer: CENTRAL, outcome: { ...ENDED, ...outcome } }),
      ]),
    ),
  }
}

function managePages(frame: FrameProps) {
  const page = (changes: Partial<ComputerPageProps> = {}) =>
    computerPage({
      frame,
      customer: CENTRAL,
      computer: computerOf(),
      displayName: '',
      isNameFaulty: false,
      found: null,
      asked: null,
      now: NOW,
      ...changes,
    })
  const hostile = computerOf({ displayName: HOSTILE, pcName: HOSTILE, username: HOSTILE })
  const printer = computerOf({ id: 13, pcName: 'DISPENSARY', role: 1, isOnline: false })
  const items = [RIVERSIDE, HOSTILE_PHARMACY]
  return {
    'computer, managed': page(),
    'computer with a wrong clock, managed': page({ computer: computerOf({ clockAheadMs: -93_600_000 }) }),
    'computer, hostile': page({
      customer: HOSTILE_PHARMACY,
      computer: hostile,
      displayName: HOSTILE,
      isNameFaulty: true,
      found: { q: HOSTILE, items, more: 3 },
    }),
    'computer that waits, managed': page({ computer: WAITING_COMPUTER, asked: 'remove' }),
    'computer without access, managed': page({
      computer: computerOf({ access: 'revoked', isOnline: false }),
    }),
    'printer computer, managed': page({ computer: printer, asked: 'revoke' }),
    'computer, no pharmacy found': page({ found: { q: 'x', items: [], more: 0 } }),
    'computer, to be moved': movePage({
      frame,
      customer: CENTRAL,
      computer: hostile,
      target: HOSTILE_PHARMACY,
    }),
    'printer computer, to be moved': movePage({
      frame,
      customer: CENTRAL,
      computer: printer,
      target: RIVERSIDE,
    }),
  }
}

function pharmacyPages(frame: FrameProps) {
  const page = (customer: CustomerDetail, changes: Partial<FrameProps> = {}) =>
    relayDetailPage({ frame: { ...frame, ...changes }, customer, now: NOW })
  const support = { viewer: viewerAs('Support') }
  const waiting = {
    ...WITH_CODE,
    computers: [WAITING_COMPUTER, computerOf({ access: 'revoked', isOnline: false })],
  }
  const two = { ...CENTRAL, computers: [computerOf({ conflict: conflictOf() })] }
  const leaving = conflictOf({ isLeaving: true, pcName: HOSTILE, publicIpAddress: HOSTILE })
  return {
    'pharmacy with computers that may not connect': page(waiting),
    'pharmacy with computers that may not connect, for Support': page(waiting, support),
    'pharmacy with two of one identity': page(two),
    'pharmacy with two of one identity, for Support': page(two, support),
    'pharmacy with one that gets a new identity': page({
      ...CENTRAL,
      computers: [computerOf({ conflict: leaving })],
    }),
    'pharmacy with every presence': page({ ...CENTRAL, computers: everyPresence }),
    'pharmacy with one that reconnects, nobody knows why': page({
      ...CENTRAL,
      computers: [computerOf({ presence: 'reconnecting' })],
    }),
    'pharmacy without a printer': page({ ...RIVERSIDE, computers: withoutPrinter }),
    ...Object.fromEntries(
      pageNotices().map((notice) => [
        `pharmacy, ${notice}`,
        relayDetailPage({ frame, customer: CENTRAL, now: NOW, notice }),
      ]),
    ),
  }
}

const everyPresence = Presence.options.map((presence, index) =>
  computerOf({
    id: 70 + index,
    presence,
    isOnline: presence !== 'offline',
    displayName: HOSTILE,
    clockAheadMs: 725_000 * (-1) ** index,
    offlineReason: presence === 'reconnecting' ? 'hub_lost' : null,
  }),
)

const withoutPrinter = [
  computerOf({ id: 81, role: 1, printerName: null }),
  computerOf({ id: 82, role: 2, printerComputerName: null }),
]
