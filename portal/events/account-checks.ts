// Asks identity every minute whether those who use the panel may still do so, and in the role that they use it in.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { SessionUser } from '../session/session.ts'
import type { UpstreamApi } from '../upstream.ts'

export interface AccountChecksParts {
  readonly identity: UpstreamApi
  readonly clock: Clock
  /** The users of all live sessions, as the sessions have them; each person is asked about once. */
  readonly users: () => readonly Viewer[]
  /** The account is gone, disabled, or has another role than a session of it. */
  readonly ended: (guid: string) => void
  readonly logger: Logger
}

type Viewer = Pick<SessionUser, 'guid' | 'role'>

export interface AccountChecks {
  stop(): void
}

const EVERY_MS = 60_000
const AT_ONCE = 4

export function startAccountChecks(parts: AccountChecksParts): AccountChecks {
  let stopped = false
  const wait = (): (() => void) => parts.clock.after(EVERY_MS, () => void round())
  let cancel = wait()
  const round = async (): Promise<void> => {
    const people = [...Map.groupBy(parts.users(), ({ guid }) => guid).values()]
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let one = people.pop(); one !== undefined && !stopped; one = people.pop()) await check(one, parts)
    })
    await Promise.all(workers)
    if (!stopped) cancel = wait()
  }
  return {
    stop: () => {
      stopped = true
      cancel()
    },
  }
}

/** Never throws. When identity does not answer nothing changes: the next round asks again. */
async function check(
  viewers: readonly Viewer[],
  { identity, ended, logger }: AccountChecksParts,
): Promise<void> {
  const guid = viewers[0]?.guid
  if (guid === undefined) return
  try {
    const call = { params: { guid }, query: null, body: null }
    const user = await identity.asService(identityApi.accountCheck, call)
    if (!user.isActive || viewers.some(({ role }) => role !== user.role)) ended(guid)
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') ended(guid)
    else logger.error('account-check.failed', error)
  }
}
