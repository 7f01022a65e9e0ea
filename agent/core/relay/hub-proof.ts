// What the hub's challenge is answered with: once a connection, for the host that was dialled.
import type { DeviceHello } from '@pharmacy-relay/shared/device.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Challenge, DeviceProof, ProvenFacts } from '@pharmacy-relay/shared/pairing.ts'

export interface HubProofParts {
  readonly hubUrl: string
  readonly hello: Pick<DeviceHello, 'installId' | 'bootId'>
  /** Signs with the key of this device. */
  readonly prove: (facts: ProvenFacts) => DeviceProof
  /** The proof has left. */
  readonly onProven: () => void
}

/** For one connection. A second challenge on it is refused INVALID: nobody gets two signatures for one connection. */
export function hubProof({ hubUrl, hello, prove, onProven }: HubProofParts) {
  let isAsked = false
  return async ({ nonce }: Challenge): Promise<DeviceProof> => {
    if (isAsked) throw new HubError('INVALID', 'One challenge a connection')
    isAsked = true
    const { installId, bootId } = hello
    const proof = prove({ nonce, audience: new URL(hubUrl).host, installId, bootId })
    // Behind the acknowledgement, which leaves in a microtask of this turn.
    setImmediate(onProven)
    return proof
  }
}
