// What an agent tells of the computers that it exchanges labels with, and of its own key.
import { z } from 'zod'
import { DeviceKey } from '@pharmacy-relay/shared/device.ts'
import { Fingerprint } from '@pharmacy-relay/shared/endorsement.ts'
import { Instant } from '@pharmacy-relay/shared/ids.ts'
import { growing } from '@pharmacy-relay/shared/wire.ts'

const KnownCertificate = z.strictObject({
  fingerprint: Fingerprint,
  /** At the first sight, vouched for by the key before, or confirmed by a person on this computer. */
  how: growing(z.enum(['first_use', 'endorsed', 'confirmed']), 'first_use'),
  since: Instant,
})

export const PeerRow = z.strictObject({
  deviceKey: DeviceKey,
  /** Empty where the hub does not tell it. */
  computerName: z.string().max(63),
  part: growing(z.enum(['target', 'standby', 'client']), 'client'),
  trusted: z.array(KnownCertificate),
  /** Named by the hub, and waiting for a person. */
  refused: z.array(Fingerprint).max(4),
  /** What was trusted before; while one is trusted, empty. */
  known: z.array(KnownCertificate),
})
export type PeerRow = z.infer<typeof PeerRow>

/** As many fit into one line of a reply; a PrinterComputer has at most 64 links. Those that wait come first. */
export const MAX_PEERS = 100

export const TrustPeer = z.strictObject({ deviceKey: DeviceKey, fingerprint: Fingerprint })

/** `waiting`: for the hub, which tells the other computers; `known`: they are told, it is used in a moment. */
export const KeysStatus = z.strictObject({
  fingerprint: Fingerprint,
  successor: z
    .strictObject({ fingerprint: Fingerprint, state: growing(z.enum(['waiting', 'known']), 'waiting') })
    .nullable(),
})
export type KeysStatus = z.infer<typeof KeysStatus>
