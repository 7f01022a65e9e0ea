// Asks identity every minute whether those who watch live pages may still do so.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { isStaff } from '@pharmacy-relay/shared/user-role.ts'
import type { UpstreamApi } from '../upstream.ts'

export interface AccountChecksParts {
  readonly identity: UpstreamApi
  readonly clock: Clock
  /** Everyone to ask about, each once. */
  readonly userGuids: () => readonly string[]
  /** The account is gone, disabled, or no longer staff. */
  readonly ended: (guid: string) => void
  readonly logger: Logger
}

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
    const guids = [...parts.userGuids()]
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let guid = guids.pop(); guid !== undefined && !stopped; guid = guids.pop())
        await check(guid, parts)
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
async function check(guid: string, { identity, ended, logger }: AccountChecksParts): Promise<void> {
  try {
    const user = await identity.asService(identityApi.accountCheck, {
      params: { guid },
      query: null,
      body: null,
    })
    if (!user.isActive || !isStaff(user.role)) ended(guid)
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') ended(guid)
    else logger.error('account-check.failed', error)
  }
}
