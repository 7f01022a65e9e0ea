// What an API believes of access tokens: identity's signature, and that neither user nor session ended since.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { directHubUrl } from '@pharmacy-relay/shared/hub/addresses.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import { Gauge, type Registry } from 'prom-client'
import { startAccountFeed, type AccountFeed } from './account-feed.ts'
import { EndedAccounts, withoutEnded } from './ended-accounts.ts'
import type { Caller } from './access-token.ts'
import { createServiceTokens, type ServiceTokens } from './service-token.ts'
import { createTokenVerifier, type TokenVerifier } from './token-verifier.ts'

export interface AccountTokensParts {
  /** The identity API's own origin. */
  readonly identityUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly clock: Clock
  readonly random: Random
  readonly registry: Registry
  readonly logger: Logger
}

/** Of requests that are under way for long: who called them may end meanwhile. */
export interface AccountEnds {
  /** Called after each end or change of an account that was heard of. */
  onEnd(listener: () => void): void
  isEnded(caller: Caller): boolean
}

export interface AccountTokens {
  readonly ends: AccountEnds
  readonly verifier: TokenVerifier
  /** This service's own token, which the feed proves itself with, too. */
  readonly serviceTokens: ServiceTokens
  /** Asks the identity hub. */
  readonly ask: AccountFeed['ask']
  /** For /readyz: a line while identity's hub is not heard. */
  shortcomings(): string[]
  stop(): void
}

/** A reconnection takes a moment, and is none. */
const AWAY_AFTER_MS = 10_000

/** While the hub is away, tokens of who ended meanwhile are taken for the rest of their 10 minutes; on its return no more. */
export function followAccountTokens(parts: AccountTokensParts): AccountTokens {
  const { identityUrl, clientId, clientSecret, clock, random, logger } = parts
  const ended = new EndedAccounts(() => clock.monotonicMs())
  const listeners: (() => void)[] = []
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const serviceTokens = createServiceTokens({ baseUrl: identityUrl, clientId, clientSecret })
  const feed = startAccountFeed({
    hubUrl: directHubUrl(identityUrl),
    token: async () => serviceTokens.current(),
    userChanged: (change) => {
      ended.userChanged(change)
      tell()
    },
    sessionsEnded: (ids) => {
      ended.sessionsEnded(ids)
      tell()
    },
    // Tokens of what was missed have ended by themselves.
    missed: () => undefined,
    clock,
    random,
    logger: logger.named('account-feed'),
  })
  const verifier = createTokenVerifier({ jwksUrl: `${identityUrl}/.well-known/jwks.json` })
  watch(parts.registry, () => ({ ...ended.facts(), awaySeconds: (feed.awayMs() ?? 0) / 1_000 }))
  return {
    ends: { onEnd: (listener) => void listeners.push(listener), isEnded: (caller) => ended.isEnded(caller) },
    verifier: withoutEnded(verifier, ended),
    serviceTokens,
    ask: feed.ask,
    shortcomings: () =>
      (feed.awayMs() ?? 0) < AWAY_AFTER_MS
        ? []
        : ['The identity hub is away: tokens of ended sessions are taken until they end by themselves'],
    stop: () => feed.stop(),
  }
}

function watch(registry: Registry, facts: () => Readonly<Record<string, number>>): void {
  new Gauge({
    name: 'account_tokens',
    help: 'Ended sessions and changed users that are kept, those forgotten early, and for how long identity is away',
    labelNames: ['figure'],
    registers: [registry],
    collect() {
      for (const [figure, value] of Object.entries(facts())) this.set({ figure }, value)
    },
  })
}
