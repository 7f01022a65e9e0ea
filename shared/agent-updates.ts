// What an agent tells of its updates: what runs, what is offered, how far it has come, and what went wrong with it.
//
//   check ─▶ fetch ─▶ switch, when no label is being sent ─▶ prove: online at the hub within 5 min
//                                                               └─ not in time, or it ends: back to the version before
import { z } from 'zod'
import { AgentVersion } from './device.ts'
import { Instant } from './ids.ts'

/** Why an update did not come about; the version that runs goes on. The words are in shared/texts/updates-*.ts. */
export const UpdateFault = z.enum([
  /** The server of the updates does not answer, or not with what was asked for. */
  'unreachable',
  /** Its list is not signed by the publisher, or was changed afterwards. */
  'unsigned',
  'not_understood',
  /** Older than what this computer has seen already. */
  'older',
  /** The same version with another content. */
  'changed',
  'other_platform',
  /** Only the installer can bring it: it needs a newer Node or launcher. */
  'needs_installer',
  /** A file did not arrive as it was signed. */
  'damaged',
  'disk_full',
  'not_kept',
  /** A label was being sent for so long that the version was not exchanged; tried again by itself. */
  'labels_busy',
  /** The new version ended, or was not ready in time: this computer went back. */
  'not_started',
  /** The new version did not reach the hub in time: this computer went back. */
  'not_online',
  /** A person went back from it. */
  'left',
  /** The publisher took it back. */
  'withdrawn',
])
export type UpdateFault = z.infer<typeof UpdateFault>

/** Why this agent looks for no updates. `no_launcher`: it was started by hand, and nobody could exchange it. */
export const UpdatesOff = z.enum(['no_launcher', 'no_key', 'no_address'])
export type UpdatesOff = z.infer<typeof UpdatesOff>

/** `proving`: this version is new and has not reached the hub yet. */
export const UpdateStep = z.enum(['off', 'idle', 'checking', 'fetching', 'waiting', 'switching', 'proving'])
export type UpdateStep = z.infer<typeof UpdateStep>

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
