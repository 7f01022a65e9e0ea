// From the store to the hubs, as the store hub does it, with messages that are late, lost, doubled and out of order.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { IStoreClient } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { HubSockets } from '@pharmacy-relay/relay-server/store-api/store-hub/hub-sockets.ts'
import type { LeftOut } from './left-out.ts'
import type { ModelHub } from './model-hub.ts'
import type { Post } from './weather.ts'

export interface PostParts {
  readonly clock: Clock
  readonly chance: () => number
  readonly hubById: (hubId: string) => ModelHub | null
  readonly postOf: (hub: ModelHub) => Post
  readonly leftOut: LeftOut
}

const LATEST_MS = 8_000

/** Does it now, later, twice or never, as the post to that hub is at the moment; answers in how many ms. */
export function deliver(parts: PostParts, hub: ModelHub, work: () => void): number | null {
  const { clock, chance, postOf } = parts
  const run = (): void => {
    if (!hub.isDead) work()
  }
  const post = postOf(hub)
  if (post === 'lost') return null
  const afterMs = post === 'late' ? chance() * LATEST_MS : 0
  if (afterMs === 0) run()
  else clock.after(afterMs, run)
  if (post === 'twice') clock.after(chance() * LATEST_MS, run)
  return afterMs
}

const UNHEARD: Partial<Record<NonNullable<LeftOut>, string>> = {
  revocations: 'SessionRevokedAsync',
  // Who heard of a revocation needs no list.
  lists: 'SessionRevokedAsync',
  pushes: 'PushPrinterConfigAsync',
}

export function postedSockets(parts: PostParts): HubSockets {
  const unheard = parts.leftOut === null ? undefined : UNHEARD[parts.leftOut]
  return {
    join: () => () => {},
    hubIds: () => [],
    ask: async (hubId, { event, args, timeoutMs }) => {
      const hub = parts.hubById(hubId)
      if (hub === null || hub.isDead) throw new HubError('UNAVAILABLE', 'The relay hub is not connected')
      const afterMs = deliver(parts, hub, () => {
        if (event !== unheard) take(hub, event, args)
      })
      if (afterMs !== null && afterMs < timeoutMs) {
        // Every request of the model is answered with null.
        return null as never
      }
      await new Promise<void>((resolve) => parts.clock.after(timeoutMs, resolve))
      throw new HubError('TIMEOUT', 'No answer in time')
    },
  }
}

function take(hub: ModelHub, event: string, args: readonly unknown[]): void {
  if (event === 'PushPrinterConfigAsync') hub.push(IStoreClient.PushPrinterConfigAsync.args.parse(args)[0])
  if (event === 'SessionSupersededAsync')
    hub.supersede(IStoreClient.SessionSupersededAsync.args.parse(args)[0])
  if (event === 'SessionRevokedAsync') hub.revoke(IStoreClient.SessionRevokedAsync.args.parse(args)[0])
}
