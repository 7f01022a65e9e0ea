// What an agent tells of itself as a program: what keeps it running, how updates come, and what the last one did.
import { z } from 'zod'
import { UpdateFault, UpdatesOff } from '@pharmacy-relay/shared/update-codes.ts'
import { AgentVersion } from '@pharmacy-relay/shared/device.ts'
import { Instant } from '@pharmacy-relay/shared/ids.ts'
import { growing } from '@pharmacy-relay/shared/wire.ts'

const versions = { version: AgentVersion, before: AgentVersion }

/**
 * `taken`: `version` took the place of `before`, which is kept. `proving`: it is on trial at this moment. `left`: it was on
 * trial, or a person went back from it, and `before` runs again; `code` says why.
 */
const LastUpdate = growing(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('taken'), ...versions }),
    z.strictObject({ kind: z.literal('proving'), ...versions }),
    z.strictObject({ kind: z.literal('left'), ...versions, code: UpdateFault, at: Instant }),
    /** One that only a later agent knows. */
    z.strictObject({ kind: z.literal('other') }),
  ]),
  'other',
)
export type LastUpdate = z.infer<typeof LastUpdate>

export const AgentProgram = z.strictObject({
  version: AgentVersion,
  startedAt: Instant,
  /** `service`: the launcher that the operating system's service starts; `hand`: a person or the tray did. */
  startedBy: growing(z.enum(['service', 'hand']), 'hand'),
  /** As the system tells it; null where it does not, or not in time. */
  service: z
    .strictObject({
      isInstalled: z.boolean(),
      isRunning: z.boolean(),
      /** Before anybody logs in. */
      startsWithComputer: z.boolean(),
    })
    .nullable(),
  /** The version before, kept beside this one; null when there is none. */
  previous: AgentVersion.nullable(),
  /** Why updates do not come by themselves; null when they do. */
  updatesOff: UpdatesOff.nullable(),
  /** Null: none since the installer. */
  lastUpdate: LastUpdate.nullable(),
})
export type AgentProgram = z.infer<typeof AgentProgram>
