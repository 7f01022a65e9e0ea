// What an agent tells of its updates: what runs, what is offered, how far it has come, and what went wrong with it.
//
//   check ─▶ fetch ─▶ switch, when no label is being sent ─▶ prove: online at the hub within 5 min
//                                                               └─ not in time, or it ends: back to the version before
import { z } from 'zod'
import { AgentVersion } from '@pharmacy-relay/shared/device.ts'
import { Instant } from '@pharmacy-relay/shared/ids.ts'
import { UpdateFault, UpdatesOff, UpdateStep } from '@pharmacy-relay/shared/update-codes.ts'

export const UpdatesStatus = z.strictObject({
  /** The version that runs. */
  version: AgentVersion,
  step: UpdateStep,
  /** Null while updates are looked for. */
  off: UpdatesOff.nullable(),
  /** Null: not since this agent started. */
  lastCheckAt: Instant.nullable(),
  nextCheckAt: Instant.nullable(),
  /** Newer than the one that runs; null when nothing is. `fetchedBytes` of `bytes` are on the disk. */
  offered: z
    .strictObject({
      version: AgentVersion,
      publishedAt: Instant,
      bytes: z.int().min(0),
      fetchedBytes: z.int().min(0),
      /** The publisher brings it to so many of 100 computers, and this one is not among them yet. */
      rolloutPercent: z.int().min(0).max(100),
      isForThisComputer: z.boolean(),
    })
    .nullable(),
  /** The version before, to which `updateBack` goes; null when there is none. */
  previous: AgentVersion.nullable(),
  /** What went wrong last; null when nothing did since. `detail` is for support, in English. */
  fault: z
    .strictObject({
      code: UpdateFault,
      version: AgentVersion.nullable(),
      at: Instant,
      detail: z.string().max(300),
    })
    .nullable(),
})
export type UpdatesStatus = z.infer<typeof UpdatesStatus>
