// The agent's side of the requests of staff: what answers each row of shared/hub/device-requests.ts, and how it refuses.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { deviceRequests, forEachRequest } from '@pharmacy-relay/shared/hub/device-requests.ts'
import { HubError, type Handlers } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

export type DeviceAnswers = Handlers<typeof deviceRequests>

/** Before the hub stops waiting for it, in ms. */
const MARGIN_MS = 500

/** As they are answered to the hub: within the deadline of their row, else DEADLINE; a ProblemError is a refusal, with why. */
export function deviceAnswers(work: DeviceAnswers, clock: Clock): DeviceAnswers {
  const answers = forEachRequest((name) => {
    const does = work[name] as (...args: readonly unknown[]) => Promise<unknown>
    const limitMs = deviceRequests[name].deadline.deviceMs - MARGIN_MS
    return async (...args: readonly unknown[]) => inTime(does(...args), { clock, limitMs }).catch(refused)
  })
  // Each has the arguments and the answer of its own row.
  return answers as DeviceAnswers
}

interface Limit {
  readonly clock: Clock
  readonly limitMs: number
}

async function inTime<R>(work: Promise<R>, { clock, limitMs }: Limit): Promise<R> {
  const late = Promise.withResolvers<never>()
  const text = `This computer was not done within ${limitMs / 1_000} s`
  const cancel = clock.after(limitMs, () => late.reject(new HubError('DEADLINE', text)))
  return Promise.race([work, late.promise]).finally(cancel)
}

function refused(error: unknown): never {
  if (!(error instanceof ProblemError)) throw error
  throw new HubError(error.code === 'unavailable' ? 'UNAVAILABLE' : 'INVALID', error.reason ?? error.message)
}
