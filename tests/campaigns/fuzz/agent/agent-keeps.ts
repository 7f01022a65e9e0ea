// What an agent keeps of itself on its disk, and whether a hub said anything that may have changed it.
import path from 'node:path'
import { IRelayClient } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { PharmacyChange } from '@pharmacy-relay/shared/pairing.ts'
import type { CarriedAssignment, PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import { storedAssignment } from '../../../../agent/core/assignment/assignment.queries.ts'
import { receivedAssignment } from '../../../../agent/core/assignment/received-assignment.ts'
import { openMigratedFile } from '../../../../agent/core/database/migrated-file.ts'
import { MIGRATIONS } from '../../../../agent/core/database/migrations.ts'
import { storedPharmacy, wantedIdentity } from '../../../../agent/core/pairing/pairing.queries.ts'
import { installIdOr, storedSettings } from '../../../../agent/core/settings/settings.queries.ts'

const KEPT = ['settings', 'pharmacy', 'installation', 'certificate', 'wanted', 'newest', 'applied'] as const
type Kept = Readonly<Record<(typeof KEPT)[number], string>>

export interface AgentKeeps {
  /** The hub sends these packets, good or not. */
  said(texts: readonly string[]): void
  /** A good hub has set this right: what is kept now is what has to stay. */
  settled(): void
  /** What changed though nothing valid was said that changes it. */
  wrongly(): string[]
  /** Whether a valid request for another identity was said since it was settled. */
  readonly isAnother: boolean
  /** It has taken such a request, and has not carried it out yet. */
  readonly isBecomingAnother: boolean
  close(): void
}

/** `certificate`: the fingerprint that the agent goes by. */
export function watchAgentKeeps(dataFolder: string, certificate: () => string): AgentKeeps {
  const database = openMigratedFile({
    file: path.join(dataFolder, 'agent.db'),
    migrations: MIGRATIONS,
    logger: silentLogger,
    prepare: () => undefined,
    adviceWhenDamaged: '',
    adviceWhenOlder: '',
  })
  const never = { installId: '', createdAt: '' }
  const read = (): Kept => ({
    settings: JSON.stringify([...storedSettings(database)]),
    pharmacy: pharmacyText(storedPharmacy(database)),
    installation: installIdOr(database, never),
    certificate: certificate(),
    wanted: JSON.stringify(wantedIdentity(database)),
    newest: JSON.stringify(storedAssignment(database, 'newest')),
    applied: JSON.stringify(storedAssignment(database, 'applied')),
  })
  let before = read()
  let may = newRights()
  return {
    said: (texts) => texts.forEach((text) => allow(may, text)),
    settled: () => {
      before = read()
      may = newRights()
    },
    wrongly: () => {
      const now = read()
      return KEPT.filter((name) => now[name] !== before[name] && !isAllowed(may, name, now[name])).map(
        (name) => `changed the ${name} from ${before[name]} to ${now[name]}`,
      )
    },
    get isAnother() {
      return may.isAnother
    },
    get isBecomingAnother() {
      return wantedIdentity(database) !== null
    },
    close: () => void database.close(),
  }
}

/** What messages since the last time allow; they are valid when an agent can read them, as a later hub may say more. */
interface Rights {
  readonly assignments: Set<string>
  readonly pharmacies: Set<string>
  isAnother: boolean
}

function newRights(): Rights {
  return { assignments: new Set(), pharmacies: new Set(), isAnother: false }
}

function isAllowed({ assignments, pharmacies, isAnother }: Rights, name: keyof Kept, value: string): boolean {
  if (isAnother) return name !== 'settings'
  if (name === 'pharmacy') return pharmacies.has(value)
  if (name !== 'newest' && name !== 'applied') return false
  // Nobody's labels go where they went in another pharmacy.
  return assignments.has(value) || (value === 'null' && pharmacies.size > 0)
}

function pharmacyText(pharmacy: PharmacyChange | null): string {
  return pharmacy === null ? 'null' : JSON.stringify([pharmacy.pharmacyId, pharmacy.pharmacyName])
}

const EVENT = /^42\d*(?<list>\[.*)$/s

function allow(rights: Rights, text: string): void {
  const list = jsonOf(EVENT.exec(text)?.groups?.['list'] ?? '')
  if (!Array.isArray(list)) return
  const [event, ...args] = list as unknown[]
  const pharmacy = readerOf(IRelayClient.PharmacyChangedAsync.args).safeParse(args).data?.[0]
  if (event === 'PharmacyChangedAsync' && pharmacy !== undefined)
    rights.pharmacies.add(pharmacyText(pharmacy))
  const document = readerOf(IRelayClient.PrinterConfigChangedAsync.args).safeParse(args).data?.[0]
  const assignment = document === undefined ? null : receivedOrNull(document)
  if (event === 'PrinterConfigChangedAsync' && assignment !== null)
    rights.assignments.add(JSON.stringify(assignment))
  if (event === 'NewIdentityAsync' && readerOf(IRelayClient.NewIdentityAsync.args).safeParse(args).success)
    rights.isAnother = true
}

function receivedOrNull(document: CarriedAssignment): PrinterAssignment | null {
  try {
    return receivedAssignment(document).assignment
  } catch {
    return null
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
