// Whom identity ends, ends here: by its hub at once, and by asking about everybody each minute as the second line.
import { startAccountFeed } from '@pharmacy-relay/relay-server/auth/account-feed.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { gatewayHubUrls } from '@pharmacy-relay/shared/hub/addresses.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import type { SessionMemory } from '../session/session-memory.ts'
import type { UpstreamApi } from '../upstream.ts'
import { isAnother, startAccountChecks } from './account-checks.ts'
import type { PortalStreams } from './portal-streams.ts'

export interface AccountNewsParts {
  readonly gatewayUrl: string
  readonly token: () => Promise<string>
  readonly identity: UpstreamApi
  readonly memory: SessionMemory
  readonly streams: PortalStreams
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
}

export interface AccountNews {
  /** Since when the identity hub is away, in ms; null while it is heard. */
  awayMs(): number | null
  stop(): void
}

export function followAccounts(parts: AccountNewsParts): AccountNews {
  const { gatewayUrl, token, identity, memory, streams, clock, random, logger } = parts
  const users = () => [...memory.users(clock.wallMs()), ...streams.users()]
  const ended = (guid: string): void => {
    memory.endUser(guid, clock.wallMs())
    streams.endUser(guid)
  }
  const checks = startAccountChecks({ identity, clock, users, ended, logger: logger.named('account-checks') })
  const feed = startAccountFeed({
    hubUrl: gatewayHubUrls(gatewayUrl).identity,
    token,
    userChanged: (change) => {
      const viewers = users().filter(({ guid }) => guid === change.userGuid)
      if (viewers.some((viewer) => isAnother(viewer, change))) ended(change.userGuid)
    },
    sessionsEnded: (ids) => {
      memory.endAtIdentity(ids, clock.wallMs())
      streams.endOver()
    },
    missed: () => {
      memory.doubtAll()
      checks.askNow()
    },
    clock,
    random,
    logger: logger.named('account-feed'),
  })
  return {
    awayMs: () => feed.awayMs(),
    stop: () => {
      feed.stop()
      checks.stop()
    },
  }
}
