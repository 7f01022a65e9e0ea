// Brings up the platform: identity, store and pharmacy API, the gateway in front of them, then portal and storefront.
import type { ProgramStart } from './child-program.ts'
import { programArguments } from './program-file.ts'
import type { Supervisor } from './supervisor.ts'

interface PlatformProgram {
  readonly name: string
  readonly file: string
  readonly nodeFlags?: readonly string[]
}

/**
 * Megabytes of a half of V8's room for young objects, 16 when it is not said. With 10,000 devices emptying 16 stops the hub for
 * 20 to 45 ms each time, emptying 4 for some 5.
 */
const SHORT_STOPS = '--max-semi-space-size=4'

/** Each program's name and file, in the order of start; programs of one row start together. */
const ROWS: readonly (readonly PlatformProgram[])[] = [
  [
    { name: 'identity-api', file: 'relay-server/identity-api/main.ts' },
    { name: 'store-api', file: 'relay-server/store-api/main.ts' },
    { name: 'pharmacy-api', file: 'relay-server/pharmacy-api/main.ts' },
    { name: 'gateway', file: 'relay-server/gateway/main.ts' },
  ],
  [
    { name: 'portal', file: 'portal/main.ts', nodeFlags: [SHORT_STOPS] },
    { name: 'storefront', file: 'portal/storefront/main.ts' },
  ],
]

/** Who is stopped after whom: devices' hub first, databases last. */
export const STOP_ORDER = [
  ['portal', 'storefront'],
  ['gateway', 'identity-api', 'store-api', 'pharmacy-api'],
] as const

/**
 * Of glibc's malloc: each thread that Node has beside its own would keep what it freed in a heap of its own, and grow it when its turn comes.
 * As in build/server/pharmacy-relay@.service and the image.
 */
const MALLOC_ARENA_MAX = '2'

export async function startPlatform(
  supervisor: Supervisor,
  places: { readonly environment: Readonly<Record<string, string | undefined>>; readonly logFolder: string },
  say: (text: string) => void,
): Promise<void> {
  for (const row of ROWS) {
    const started = row.map(async (program) => {
      await supervisor.start(platformProgram(program, places))
      say(`  ${program.name.padEnd(14)}ready`)
    })
    await allOrFirstFailure(started)
  }
}

function platformProgram(
  { name, file, nodeFlags = [] }: PlatformProgram,
  places: { readonly environment: Readonly<Record<string, string | undefined>>; readonly logFolder: string },
): ProgramStart {
  const args = [...nodeFlags, ...programArguments(file, places.environment)]
  const environment = { MALLOC_ARENA_MAX, ...places.environment }
  return { name, args, environment, logFolder: places.logFolder }
}

/** Waits for all before it throws the first failure, so that nothing is started behind the back of the clean-up. */
async function allOrFirstFailure(started: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(started)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
