// The six programs of an installation: their names, settings, ports and databases, in the order in which they start.
import path from 'node:path'
import type { SettingsTable } from '@pharmacy-relay/shared/env.ts'
import { gatewaySettings } from '@pharmacy-relay/relay-server/gateway/settings.ts'
import { identitySettings } from '@pharmacy-relay/relay-server/identity-api/settings.ts'
import { pharmacySettings } from '@pharmacy-relay/relay-server/pharmacy-api/settings.ts'
import { storeSettings } from '@pharmacy-relay/relay-server/store-api/settings.ts'
import { portalSettings } from '@pharmacy-relay/portal/settings.ts'
import { storefrontSettings } from '@pharmacy-relay/portal/storefront/settings.ts'

export interface ServerProgram {
  readonly name: string
  /** Relative to the tree that is installed. */
  readonly file: string
  readonly settings: SettingsTable
  /** Name of the setting that holds its port; `/readyz` is 10,000 above. */
  readonly portSetting: string
  readonly defaultPort: number
  readonly nodeFlags: readonly string[]
}

export interface ProgramDatabase {
  readonly program: string
  /** Of the database's name: `relay_identity`. */
  readonly suffix: string
  /** The secret setting that holds its URL. */
  readonly setting: string
  readonly migrationsFolder: string
}

const TREE = path.resolve(import.meta.dirname, '../..')

/** Each program's `/readyz` and metrics are so far above its own port. */
export const OPS_ABOVE = 10_000

/** Of the tree that this relayctl belongs to. */
export const tree = TREE

export const programs: readonly ServerProgram[] = [
  program('identity-api', identitySettings(true), ['Identity__Port', 5_193]),
  program('store-api', storeSettings(true), ['Store__Port', 5_141]),
  program('pharmacy-api', pharmacySettings(true), ['Pharmacy__Port', 5_100]),
  program('gateway', gatewaySettings(true), ['Gateway__Port', 5_082]),
  {
    ...program('portal', portalSettings(true), ['Portal__Port', 5_132]),
    file: 'portal/main.ts',
    // V8's room for young objects: emptying the usual 16 MB stops a hub of 10,000 devices for 20 to 45 ms.
    nodeFlags: ['--max-semi-space-size=4'],
  },
  {
    ...program('storefront', storefrontSettings(true), ['Storefront__Port', 3_000]),
    file: 'portal/storefront/main.ts',
  },
]

/** Identity last: a backup takes them in this order, and nothing in the others may be newer than who did it. */
export const databases: readonly ProgramDatabase[] = [
  database('store', 'store-api', 'ConnectionStrings__cs_store'),
  database('pharmacy', 'pharmacy-api', 'ConnectionStrings__cs_medicine'),
  database('identity', 'identity-api', 'ConnectionStrings__cs_identity'),
]

/** Every setting of every program; those of one name are one setting. */
export const allSettings: SettingsTable = Object.fromEntries(
  programs.flatMap(({ settings }) => Object.entries(settings)),
)

function program(
  name: string,
  settings: SettingsTable,
  [portSetting, defaultPort]: readonly [string, number],
): ServerProgram {
  return { name, file: `relay-server/${name}/main.ts`, settings, portSetting, defaultPort, nodeFlags: [] }
}

function database(suffix: string, of: string, setting: string): ProgramDatabase {
  const migrationsFolder = path.join(TREE, 'relay-server', of, 'migrations')
  return { program: of, suffix, setting, migrationsFolder }
}
