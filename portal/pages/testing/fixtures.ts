// What page tests show: Central with three computers, Riverside with two, names that try to break out of the page.
import type { OpenWeek } from '@pharmacy-relay/shared/opening-hours/opening-hours.ts'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { StaffChange } from '@pharmacy-relay/shared/api/staff-history.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import type { FrameProps, Viewer } from '../../views/frame-props.ts'
import type { CustomerList } from '../relay-list/relay-list-table.tsx'

export const NOW = new Date('2026-11-20T12:00:00.000Z')
export const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>' & {x}`

/** Somebody of this role. */
export function viewerAs(role: UserRole): Viewer {
  return { name: 'Ayşe Yılmaz', role, clientId: null }
}

export function frameOf(changes: Partial<FrameProps> = {}): FrameProps {
  return {
    language: 'en',
    theme: 'auto',
    zone: 'UTC',
    sessionLeft: { leftMs: 900_000, warnMs: 180_000, isFinal: false, account: 'account' },
    viewer: viewerAs('Admin'),
    csrfToken: 'csrf-token',
    path: '/relay',
    assetVersion: 'v1',
    isNatsAway: false,
    secondFactorDue: null,
    ...changes,
  }
}

export function computerOf(changes: Partial<RelayComputer> = {}): RelayComputer {
  return {
    id: 11,
    pcName: 'COUNTER-1',
    displayName: null,
    access: 'approved',
    pairingCodeId: null,
    conflict: null,
    username: 'counter',
    email: 'counter@central.example',
    localIpAddress: '192.168.10.21',
    publicIpAddress: '203.0.113.20',
    softwareVersion: '0.1.0',
    isTooOld: false,
    isOnline: true,
    presence: changes.isOnline === false ? 'offline' : 'online',
    lastOnlineAt: '2026-11-20T11:59:50.000Z',
    offlineReason: null,
    presenceSeq: 4,
    latencyMs: 12,
    clockAheadMs: null,
    role: 2,
    reportedRole: 2,
    printerName: null,
    tcpPort: 9100,
    printerComputerName: 'DISPENSARY',
    totalRamMb: 16_384,
    supportAppNumber: '834 221 907',
    deviceKey: 'a'.repeat(64),
    certificate: { fingerprint: 'c1'.repeat(32), since: '2026-11-02T08:00:00.000Z' },
    assignment: { version: 3, state: 'applied', at: '2026-11-19T08:00:05.000Z', failure: null },
    jobsWaiting: null,
    ...changes,
  }
}

const offline = {
  isOnline: false,
  lastOnlineAt: '2026-11-20T11:31:00.000Z',
  offlineReason: 'ping_timeout',
  latencyMs: null,
} as const

/** The printer of Central's DISPENSARY has no labels left. */
const PAPER_OUT = {
  level: 'stopped',
  cause: { code: 'printer_stopped', params: { condition: 'paper_out', printer: 'cups:ZD421' } },
  at: { computerId: 13, name: 'DISPENSARY' },
  since: '2026-11-20T11:46:00.000Z',
} as const

const NINE_TO_SIX = { from: '09:00', to: '18:00' }
/** With a break on Wednesday, and closed on Sunday. */
export const OPEN_WEEK: OpenWeek = [
  [NINE_TO_SIX],
  [NINE_TO_SIX],
  [
    { from: '09:00', to: '12:30' },
    { from: '14:00', to: '24:00' },
  ],
  [NINE_TO_SIX],
  [NINE_TO_SIX],
  [{ from: '00:00', to: '24:00' }],
  [],
]

/** ANNA gave COUNTER-1 its role, then DISPENSARY the printer. */
const BY_ANNA: StaffChange[] = [
  {
    id: 41,
    at: '2026-11-20T11:52:00.000Z',
    staffName: 'ANNA',
    staffRole: 'Admin',
    action: 'printer-config.save',
    computerId: 13,
    computerName: 'DISPENSARY',
    before: { printerName: 'cups:Office', tcpPort: 9101 },
    after: { printerName: 'cups:ZD421', tcpPort: 9100 },
  },
  {
    id: 40,
    at: '2026-11-19T08:00:00.000Z',
    staffName: 'ANNA',
    staffRole: 'Admin',
    action: 'computer.set-role',
    computerId: 11,
    computerName: 'COUNTER-1',
    before: { role: 'None' },
    after: { role: 'Client' },
  },
]

export const CENTRAL: CustomerDetail = {
  id: 1,
  storeId: 'P-1042',
  name: 'Central Pharmacy',
  email: 'counter@central.example',
  phone: '+442071234567',
  computerCount: 3,
  connectedCount: 2,
  version: 3,
  printingVersion: 4,
  createdAt: '2026-03-04T08:00:00.000Z',
  updatedAt: '2026-11-19T08:00:00.000Z',
  lastEventId: 812,
  health: PAPER_OUT,
  computers: [
    computerOf({ health: PAPER_OUT, labelFacts: { lastLabelAt: '2026-11-20T11:57:30.000Z' } }),
    computerOf({
      ...offline,
      id: 12,
      health: {
        level: 'stopped',
        cause: { code: 'computer_off', params: {} },
        at: { computerId: 12, name: 'COUNTER-2' },
        since: '2026-11-20T11:31:00.000Z',
      },
      pcName: 'COUNTER-2',
      reportedRole: 0,
      isTooOld: true,
      totalRamMb: 7_987,
      labelFacts: {},
    }),
    computerOf({
      id: 13,
      pcName: 'DISPENSARY',
      role: 1,
      reportedRole: 1,
      printerName: 'cups:ZD421',
      health: PAPER_OUT,
      labelFacts: { lastLabelAt: '2026-11-19T16:12:00.000Z' },
    }),
  ],
  printerConfig: {
    id: 5,
    printerComputerId: 13,
    printerName: 'cups:ZD421',
    tcpPort: 9100,
    updatedAt: '2026-11-12T09:30:00.000Z',
  },
  openingHours: {
    source: 'learnt',
    timeZone: 'Europe/Istanbul',
    week: OPEN_WEEK,
    isOpen: false,
    learntAt: '2026-11-20T01:40:00.000Z',
  },
  staffChanges: BY_ANNA,
  pairingCodes: [],
}

/** Everything that can be missing is missing. */
export const RIVERSIDE: CustomerDetail = {
  ...CENTRAL,
  id: 2,
  storeId: 'P-2077',
  name: 'Riverside',
  phone: null,
  health: {
    level: 'warning',
    cause: { code: 'unknown_labels', params: {} },
    at: { computerId: 23, name: 'SIDE' },
    since: '2026-11-20T11:00:00.000Z',
  },
  computers: [
    computerOf({ id: 21, pcName: 'FRONT', role: 0, reportedRole: 0, printerComputerName: null }),
    computerOf({
      id: 22,
      pcName: 'BACK',
      isOnline: false,
      lastOnlineAt: null,
      latencyMs: null,
      role: 1,
      reportedRole: 0,
      publicIpAddress: null,
      softwareVersion: '',
      totalRamMb: null,
      supportAppNumber: null,
      tcpPort: null,
    }),
    computerOf({ id: 23, pcName: 'SIDE', printerComputerName: null }),
  ],
  printerConfig: null,
  openingHours: { source: 'unknown', timeZone: null, week: null, isOpen: true, learntAt: null },
  staffChanges: [],
}

/** The printer computer is offline, and every text is hostile. */
export const HOSTILE_PHARMACY: CustomerDetail = {
  ...CENTRAL,
  id: 3,
  storeId: 'P-3',
  name: HOSTILE,
  health: {
    level: 'closed',
    cause: { code: 'computer_off', params: {} },
    at: { computerId: 31, name: HOSTILE },
    since: '2026-11-20T11:00:00.000Z',
  },
  staffChanges: BY_ANNA.map((change) => ({
    ...change,
    staffName: HOSTILE,
    computerName: HOSTILE,
    before: { printerName: `cups:${HOSTILE}` },
    after: { printerName: HOSTILE },
  })),
  openingHours: { source: 'set', timeZone: HOSTILE, week: OPEN_WEEK, isOpen: false, learntAt: null },
  email: `"<b>@x.example`,
  computers: [
    computerOf({
      ...offline,
      id: 31,
      pcName: HOSTILE,
      username: HOSTILE,
      localIpAddress: HOSTILE,
      publicIpAddress: HOSTILE,
      softwareVersion: HOSTILE,
      printerName: `cups:${HOSTILE}`,
      supportAppNumber: HOSTILE,
      role: 1,
      reportedRole: 1,
    }),
    computerOf({ id: 32, printerComputerName: HOSTILE }),
  ],
  printerConfig: {
    id: 6,
    tcpPort: 9100,
    updatedAt: NOW.toISOString(),
    printerComputerId: 31,
    printerName: `cups:${HOSTILE}`,
  },
}

/** A list page of these pharmacies; `total` may be larger than what stands on the page. */
export function listOf(customers: readonly CustomerDetail[], total = customers.length): CustomerList {
  return {
    items: customers.map(({ id, storeId, name, email, phone, computerCount, connectedCount, health }) => ({
      id,
      storeId,
      name,
      email,
      phone,
      computerCount,
      connectedCount,
      health: health ?? null,
    })),
    total,
    page: 1,
    pageSize: 50,
    lastEventId: 812,
  }
}
