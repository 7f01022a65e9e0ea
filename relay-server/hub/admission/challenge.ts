// Asks a connection for its proof, once, and ends it when the proof is bad. Whoever needs the proof waits for `asked`.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { DeviceHello } from '@pharmacy-relay/shared/device.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { closeBehindReply, type DeviceSocket } from '../sessions/device-socket.ts'
import { checkProof, newChallenge } from './device-proof.ts'

export interface ChallengeParts {
  readonly clock: Clock
  readonly logger: Logger
  readonly isKnownAs: (audience: string) => boolean
  readonly settings: { readonly registerWithinMs: number }
}

/**
 * Resolves with the certificate whose key answered. Rejects with HubError: BAD_KEY for a bad proof or none that can be
 * read, TIMEOUT and PEER_GONE without one, or the device's own refusal.
 */
export async function challenge(
  { socket, hello }: { readonly socket: DeviceSocket; readonly hello: DeviceHello },
  { clock, logger, isKnownAs, settings }: ChallengeParts,
): Promise<string> {
  const question = newChallenge(clock.wallMs())
  try {
    const proof = await socket.ask({
      event: 'ChallengeAsync' as const,
      args: [question],
      timeoutMs: settings.registerWithinMs,
    })
    checkProof(proof, { nonce: question.nonce, hello, isKnownAs })
    return proof.certificate
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.code !== 'PEER_GONE') logger.info('challenge.not-met', { code: refusal.code })
    socket.tell('SessionEndedAsync', [{ code: refusal.code, message: refusal.message.slice(0, 500) }])
    closeBehindReply({ socket }, 'protocol_error')
    throw refusal
  }
}

function refusalOf(error: unknown): HubError {
  if (!(error instanceof HubError))
    return new HubError('INTERNAL', 'The proof could not be checked', { cause: error })
  if (error.code === 'INVALID')
    return new HubError('BAD_KEY', 'The proof of this computer cannot be read', { cause: error })
  return error
}
