// Why an update did not come about, why none are looked for, and how far one has come. The texts are in shared/texts.
import { z } from 'zod'
import { AgentVersion } from './device.ts'
import { growing } from './wire.ts'

/** Why an update did not come about; the version that runs goes on. The words are in shared/texts/LANGUAGE/updates.ts. */
export const UpdateFault = growing(
  z.enum([
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
    /** A reason of a later version. */
    'other',
  ]),
  'other',
)
export type UpdateFault = z.infer<typeof UpdateFault>

/** Why this agent looks for no updates. `no_launcher`: it was started by hand, and nobody could exchange it. */
export const UpdatesOff = growing(z.enum(['no_launcher', 'no_key', 'no_address', 'other']), 'other')
export type UpdatesOff = z.infer<typeof UpdatesOff>

/** `proving`: this version is new and has not reached the hub yet. A step that is not known is one on the way: `checking`. */
export const UpdateStep = growing(
  z.enum(['off', 'idle', 'checking', 'fetching', 'waiting', 'switching', 'proving']),
  'checking',
)
export type UpdateStep = z.infer<typeof UpdateStep>

/** What a computer answers when staff have it look for an update: at the latest 7 s after it was asked, with how far it then is. */
export const UpdateCheck = z
  .strictObject({
    /** The version that runs. */
    version: AgentVersion,
    step: UpdateStep,
    /** Newer than the one that runs; null when nothing is. */
    offered: AgentVersion.nullable(),
    /** What went wrong last; null when nothing did since. */
    fault: UpdateFault.nullable(),
  })
  .meta({ id: 'UpdateCheck' })
export type UpdateCheck = z.infer<typeof UpdateCheck>
