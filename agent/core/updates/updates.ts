// Updates of this agent: looked for, fetched, and handed to the launcher, which exchanges the version.
import type { UpdatesStatus } from '@pharmacy-relay/shared/agent-updates.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem-error.ts'

export interface Updates {
  start(): void
  stop(): Promise<void>
  status(): Promise<UpdatesStatus>
  /** Throws ProblemError state_conflict while updates are off. */
  check(): Promise<UpdatesStatus>
  /** Throws ProblemError state_conflict when there is no version before. */
  back(): Promise<UpdatesStatus>
}

/** Of an agent that was started by hand: nobody could exchange it. */
export function noUpdates(version: string): Updates {
  const refuse = async (): Promise<never> => {
    throw new ProblemError(
      'state_conflict',
      'This agent was started by hand: only the installed service updates it',
    )
  }
  return {
    start: () => undefined,
    stop: async () => undefined,
    status: async () => ({
      ...{ version, step: 'off', off: 'no_launcher', lastCheckAt: null, nextCheckAt: null },
      ...{ offered: null, previous: null, fault: null },
    }),
    ...{ check: refuse, back: refuse },
  }
}
