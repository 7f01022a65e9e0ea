// What the way of a label needs of the job link, and what the job link needs of it; agent.ts joins the two.
import type { JobLink, JobLinkParts } from './link/job-link.ts'

export type LinkPort = Pick<
  JobLink,
  'apply' | 'route' | 'takeTls' | 'tell' | 'view' | 'links' | 'hubNews' | 'identityChanged' | 'stop'
>
export type LinkDesks = Pick<JobLinkParts, 'arrivals' | 'forwarded' | 'onRoute'>
