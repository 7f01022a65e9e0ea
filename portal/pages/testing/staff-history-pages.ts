// The staff history in every state: each action, names that break out, words that were erased, nothing at all.
import { STAFF_ACTIONS, type Staff, type StaffOperation } from '@pharmacy-relay/shared/api/staff-history.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { NO_FILTER, type LogFilter } from '../staff-history/log-address.ts'
import { staffHistoryPage, type LogList } from '../staff-history/staff-history-page.tsx'
import { HOSTILE } from './fixtures.ts'

const GUID = '7b5cc1de-6a43-4b50-8a15-3f4de8a4f2a1'

export function operationOf(changes: Partial<StaffOperation> = {}): StaffOperation {
  return {
    id: 17,
    at: '2026-11-20T11:12:13.456Z',
    staffGuid: GUID,
    staffName: 'Ayşe Yılmaz',
    staffRole: 'Admin',
    staffNameNow: 'Ayşe Yılmaz',
    action: 'customer.update',
    customerId: 1,
    storeId: 'P-1042',
    computerId: null,
    computerName: null,
    userGuid: null,
    userName: null,
    summary: 'Changed name, phone of P-1042',
    before: { name: 'Central Pharmacy', phone: null },
    after: { name: 'Central Pharmacy & Co.', phone: '…7890' },
    ...changes,
  }
}

const STAFFS: readonly Staff[] = [
  { guid: GUID, name: HOSTILE, role: 'Admin', isActive: true, seenAt: '2026-11-20T11:12:13.456Z' },
]

const EVERY_FIELD = {
  storeId: 'P-1042',
  name: HOSTILE,
  email: 'counter@central.example',
  phone: '…7890',
  pharmacy: 'P-1001',
  code: 17,
  needsApproval: true,
  openCodes: 2,
  access: 'approved',
  computer: 'COUNTER-1',
  displayName: null,
  role: 'PrinterComputer',
  printerComputer: 'DISPENSARY',
  printerName: 'cups:ZD421',
  tcpPort: 9100,
  standbyComputer: 'COUNTER-2',
  standbyPrinter: 'cups:GK420',
  afterSeconds: 1_200,
  goesBack: 'auto',
  isActive: false,
  sessions: 3,
}

/** What staff changes in the shop. */
const EVERY_SHOP_FIELD = {
  sku: 'ROLL-76',
  gtin: '04012345678901',
  brand: HOSTILE,
  form: 'roll',
  substance: 'paper',
  categoryId: 3,
  priceMinor: 1_290,
  taxBp: 1_900,
  packSize: 12,
  minQuantity: 1,
  isSold: true,
  onHand: 40,
  reason: 'counted',
  percentBp: 1_000,
  amountMinor: 500,
  max: 100,
  maxEach: 1,
  from: '2026-11-01T00:00:00.000Z',
  until: '2026-12-01T00:00:00.000Z',
}

const ROWS: readonly StaffOperation[] = [
  operationOf(),
  ...STAFF_ACTIONS.map((action, index) =>
    operationOf({ id: 100 + index, action, before: null, after: null }),
  ),
  operationOf({
    id: 1,
    before: EVERY_FIELD,
    after: { ...EVERY_FIELD, goesBack: 'manual', access: 'waiting' },
  }),
  operationOf({ id: 9, before: EVERY_SHOP_FIELD, after: { ...EVERY_SHOP_FIELD, isSold: false } }),
  operationOf({ id: 2, before: { access: 'revoked', constructor: HOSTILE }, after: null, action: 'x.y' }),
  operationOf({
    id: 3,
    staffName: HOSTILE,
    staffNameNow: HOSTILE + HOSTILE,
    staffRole: HOSTILE,
    storeId: null,
  }),
  operationOf({ id: 4, staffName: null, summary: null, before: null, after: null }),
  operationOf({ id: 5, computerId: 11, computerName: HOSTILE }),
  operationOf({ id: 6, computerId: 12 }),
  operationOf({
    id: 7,
    customerId: null,
    storeId: null,
    userGuid: GUID,
    userName: HOSTILE,
    action: 'user.invite',
  }),
  operationOf({ id: 8, customerId: null, storeId: null, userGuid: GUID, action: 'user.disable' }),
]

export function staffHistoryPages(frame: FrameProps): Record<string, string> {
  const page = (items: readonly StaffOperation[], changes: Partial<LogList & LogFilter> = {}) => {
    const { total = items.length, ...filter } = changes
    return staffHistoryPage({
      frame: { ...frame, path: '/staff-history' },
      filter: { ...NO_FILTER, ...filter },
      staffs: STAFFS,
      list: { items: [...items], total, page: 1, pageSize: 50 },
    })
  }
  return {
    'staff history': page(ROWS),
    'staff history, third page of a filter': page([operationOf()], {
      total: 1_000,
      page: 3,
      q: HOSTILE,
      staffGuid: GUID,
      from: '2026-11-01',
    }),
    'staff history, nothing': page([]),
    'staff history, past the end': page([], { total: 3, page: 9 }),
  }
}
