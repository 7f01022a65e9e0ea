// The way of a person's words to support, over whatever connection to the hub there is.
import type { HelpPresence } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import type { helpEvents } from '@pharmacy-relay/shared/hub/help-events.ts'
import type { ArgsIn, DataOut } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { notConnected } from './hub-reasons.ts'

type HelpEvents = typeof helpEvents

export interface HelpLine {
  /** Registered and connected at this moment. */
  readonly isUp: boolean
  /**
   * Rejects with HubError within 15 s, and as soon as the connection ends: UNAVAILABLE (not connected), TIMEOUT; after both
   * it may have arrived. Else as help-events.ts says.
   */
  ask<E extends keyof HelpEvents>(event: E, args: ArgsIn<HelpEvents[E]>): Promise<DataOut<HelpEvents[E]>>
}

/** What the hub says of support by itself. */
export interface SupportNews {
  /** Something of the requests for help is new. */
  changed(): void
  /** Support writes, or stopped. */
  presence(presence: HelpPresence): void
}

/** The same object over all connections. */
export function helpLineOver(session: () => Session | null): HelpLine {
  return {
    get isUp() {
      return session()?.isOnline ?? false
    },
    ask: async (event, args) => {
      const now = session()
      if (now === null) throw notConnected()
      return now.askHelp(event, args)
    },
  }
}

interface Session {
  readonly isOnline: boolean
  readonly askHelp: HelpLine['ask']
}
