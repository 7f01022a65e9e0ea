// For tests: Central with a Client, an offline Client and the printer computer, and an Admin who looks at it.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { computerOf } from '../pages/testing/fixtures.ts'
import type { Lasting } from '@pharmacy-relay/shared/test/lasting.ts'
import { load } from './page-text.ts'
import { startPortalRig, type PortalRig } from './portal-rig.ts'
import type { TestBrowser } from './test-browser.ts'

export const PAGE = '/relay/P-1001'
/** What the browser script sends with its requests. */
export const FRAGMENT = { 'hx-request': 'true', 'sec-fetch-mode': 'cors' }

/** A type, so that it is a record of texts as forms are. */
type EditorFields = { readonly csrf: string; readonly version: string; readonly tcpPort: string }

export interface PrintingStage extends PortalRig {
  readonly customer: CustomerDetail
  readonly counter: RelayComputer
  readonly dispensary: RelayComputer
  readonly admin: TestBrowser
  /** Fields of the editor of that computer, as its page has them. */
  fields(computerId?: number): Promise<EditorFields>
}

export async function startPrintingStage(changes: { readonly lasts?: Lasting } = {}): Promise<PrintingStage> {
  const rig = await startPortalRig(changes)
  const [customer] = rig.upstream.store.customers
  if (customer === undefined) throw new Error('no pharmacy')
  const counter = computerOf()
  const away = { isOnline: false, lastOnlineAt: '2026-01-01T00:00:00.000Z' } as const
  const printer = { printerName: 'cups:ZD421', printerComputerName: null, tcpPort: 9100 } as const
  const dispensary = computerOf({ id: 13, pcName: 'DISPENSARY', role: 1, reportedRole: 1, ...printer })
  customer.computers.push(counter, computerOf({ id: 12, pcName: 'COUNTER-2', ...away }), dispensary)
  customer.printerConfig = {
    id: 1,
    printerComputerId: 13,
    printerName: 'cups:ZD421',
    tcpPort: 9100,
    updatedAt: '2026-01-01T00:00:00.000Z',
  }
  const admin = await rig.signedIn('Admin')
  const fields = async (computerId = 11): Promise<EditorFields> => {
    const { text } = await admin.get(`${PAGE}?edit=${computerId}`)
    const form = load(text.slice(text.indexOf('id="role-editor"')))
    return { csrf: form.csrf, version: form.field('version') ?? '', tcpPort: form.field('tcpPort') ?? '' }
  }
  return { ...rig, customer, counter, dispensary, admin, fields }
}

/** What was asked of the store, without reads. */
export function writes(rig: PortalRig): string[] {
  return rig.upstream.seen
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/Store/api/v1/panel'))
    .map(({ method, path, headers }) =>
      `${method} ${path.split('/customers/')[1]} ${headers['if-match'] ?? ''}`.trim(),
    )
}
