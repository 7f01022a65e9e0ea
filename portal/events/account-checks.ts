// Asks identity every minute whether those who use the panel may still do so, and in the role that they use it in.
import { identityApi, type IdentityUser } from '@pharmacy-relay/shared/api/identity-api.ts'
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
  /** Asks now, too. */
  askNow(): void
  stop(): void
}

const EVERY_MS = 60_000
const AT_ONCE = 4

export function startAccountChecks(parts: AccountChecksParts): AccountChecks {
  let stopped = false
  const round = async (): Promise<void> => {
    const people = [...Map.groupBy(parts.users(), ({ guid }) => guid).values()]
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let one = people.pop(); one !== undefined && !stopped; one = people.pop()) await check(one, parts)
    })
    await Promise.all(workers)
  }
  const inTurn = async (): Promise<void> => {
    await round()
    if (!stopped) cancel = wait()
  }
  const wait = (): (() => void) => parts.clock.after(EVERY_MS, () => void inTurn())
  let cancel = wait()
  return {
    askNow: () => void round(),
    stop: () => {
      stopped = true
      cancel()
    },
  }
}

/** Whether a session of this viewer must end, now that identity says what he is. */
export function isAnother(viewer: Viewer, user: Pick<IdentityUser, 'role' | 'isActive'>): boolean {
  return !user.isActive || viewer.role !== user.role
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
    if (viewers.some((viewer) => isAnother(viewer, user))) ended(guid)
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') ended(guid)
    else logger.error('account-check.failed', error)
  }
}
