// Brings a pairing code to the hub on a connection of its own: prove the key, ask once, go.
import { connectGuarded } from '@pharmacy-relay/shared/hub/hollow-packets.ts'
import { ask, answer, HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { IRelayClient, IRelayHub } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PairingAnswer, PairingRequest } from '@pharmacy-relay/shared/pairing.ts'
import { lossOf, refusedHandshake, unreachable, type HttpAnswer } from './connect-failure.ts'
import { saying } from './hub-reasons.ts'
import { hubProof, type HubProofParts } from './hub-proof.ts'
import { createHubSocket, type Hello } from './hub-socket.ts'

export interface PairOnceParts extends Pick<HubProofParts, 'hubUrl' | 'prove'> {
  readonly localAddress: string | null
  readonly hello: Hello
  readonly clock: Clock
  readonly logger: Logger
}

/** Below the 10 s of who asks over the control socket, above the 8 s of the hub. */
const LIMIT_MS = 9_000

/** What the hub may say on such a connection. */
const CLIENT = {
  ChallengeAsync: IRelayClient.ChallengeAsync,
  SessionEndedAsync: IRelayClient.SessionEndedAsync,
} as const

/**
 * Throws HubError: as the hub refused it, UNAVAILABLE in words when the hub cannot be reached, TIMEOUT after 9 s. After
 * the last two it may be paired all the same: the same code again gets the same answer.
 */
export async function pairOnce(parts: PairOnceParts, request: PairingRequest): Promise<PairingAnswer> {
  const { hubUrl, localAddress, hello, clock, logger } = parts
  const { promise, resolve, reject } = Promise.withResolvers<PairingAnswer>()
  let http: HttpAnswer | null = null
  const socket = createHubSocket({ hubUrl, localAddress, hello, onHttpAnswer: (given) => (http = given) })
  const bring = (): void =>
    void ask(socket, IRelayHub, { event: 'PairDeviceAsync', args: [request], timeoutMs: LIMIT_MS }).then(
      resolve,
      reject,
    )
  socket.on('connect_error', (error) =>
    reject(
      refusedHandshake(error) ?? new HubError('UNAVAILABLE', saying(unreachable(error, hubUrl, http)).why),
    ),
  )
  socket.on('disconnect', (reason) => reject(new HubError('UNAVAILABLE', saying([lossOf(reason)]).why)))
  answer(socket, CLIENT, {
    handlers: {
      ChallengeAsync: hubProof({ ...parts, onProven: bring }),
      SessionEndedAsync: async ({ code, message }) => {
        setImmediate(() => reject(new HubError(code, message)))
        return null
      },
    },
    logger,
  })
  const cancel = clock.after(LIMIT_MS, () =>
    reject(new HubError('TIMEOUT', `The hub at ${hubUrl} did not answer in time`)),
  )
  connectGuarded(socket)
  return promise.finally(() => {
    cancel()
    socket.off()
    socket.offAny()
    socket.disconnect()
  })
}
