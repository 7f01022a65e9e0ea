// What the way of a label needs of the job link, and what the job link needs of it; agent.ts joins the two.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { JobLink, JobLinkParts } from '../link/job-link.ts'
import { LinkError } from '../link/link-parts.ts'

export type LinkPort = Pick<
  JobLink,
  | (
      | 'apply'
      | 'route'
      | 'takeTls'
      | 'tell'
      | 'view'
      | 'up'
      | 'links'
      | 'hubNews'
      | 'identityChanged'
      | 'stop'
    )
  | ('tellPrinter' | 'there' | 'standbyRoute')
>
export type LinkServices = Pick<JobLinkParts, 'arrivals' | 'forwarded' | 'onRoute' | 'printer'>

/** For the way of a label on a computer that has no others, as the sweep tries it: takes no link, has none. */
export function noLink(): LinkPort {
  const nothing = (): void => undefined
  return {
    apply: nothing,
    tell: nothing,
    tellPrinter: nothing,
    there: () => null,
    identityChanged: nothing,
    stop: async () => undefined,
    takeTls: (socket) => socket.resetAndDestroy(),
    route: () => reason('no_computer', {}),
    standbyRoute: () => null,
    view: () => null,
    up: async () => Promise.reject(new LinkError('closed', 'there is no other computer')),
    links: () => [],
    hubNews: () => ({ received: nothing, peerOffline: nothing, hubUp: nothing, hubDown: nothing }),
  }
}
