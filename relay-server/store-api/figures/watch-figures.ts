// Reads the figures of the store database every 30 s and shows them at /metrics, with the time at which they were true.
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { countedStates } from '@pharmacy-relay/shared/labels/job-report.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { withoutValues } from '../../db/database-errors.ts'
import type { StoreDb } from '../database.ts'
import { startRounds, type Rounds } from '../rounds.ts'
import { agentVersions, jobQueueAge, openTasks, outboxLag, recentLabels } from './figures.queries.ts'

const EVERY_MS = 30_000

export interface FiguresParts {
  readonly db: StoreDb
  /** The id of the outbox at which this process stands. */
  readonly outboxCursor: () => number
  readonly registry: Registry
  readonly clock: Clock
  readonly logger: Logger
}

/** The first reading begins at once. One that fails leaves what was read before, and its time says how old that is. */
export function watchFigures(parts: FiguresParts): Rounds {
  const gauges = gaugesIn(parts.registry)
  const round = async (): Promise<boolean> => {
    try {
      await readInto(gauges, parts)
      gauges.readAt.set(Math.floor(parts.clock.wallMs() / 1_000))
    } catch (error) {
      parts.logger.warn('figures.not-read', { reason: withoutValues(error).message })
    }
    return false
  }
  const rounds = startRounds({ clock: parts.clock, everyMs: EVERY_MS, round })
  rounds.wake()
  return rounds
}

function gaugesIn(registry: Registry) {
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })
  return {
    readAt: gauge(
      'store_figures_time_seconds',
      'When the figures of the database were read last, in Unix time',
    ),
    unread: gauge(
      'store_outbox_unread_rows',
      'Rows of the outbox that this process has not handed on; 10,000 at most are counted',
    ),
    lag: gauge('store_outbox_lag_seconds', 'Since when the oldest of these rows waits; 0 without one'),
    queueAge: gauge(
      'store_job_queue_age_seconds',
      'Since when the oldest scheduled job that is due waits; 0 without one',
    ),
    open: gauge('store_support_tasks_open', 'Support tasks that are not done; 10,000 at most are counted'),
    overdue: gauge('store_support_tasks_overdue', 'Support tasks whose answer is overdue'),
    agents: gauge(
      'store_agents',
      'Connected computers by the version of their agent; the twenty most frequent, and other',
      ['version'],
    ),
    labels: gauge(
      'store_labels_recent',
      'Labels that reached a state in this hour and the one before, as computers reported',
      ['state'],
    ),
  }
}

async function readInto(
  gauges: ReturnType<typeof gaugesIn>,
  { db, outboxCursor }: FiguresParts,
): Promise<void> {
  const { unread, seconds } = await outboxLag(db, outboxCursor())
  const { open, overdue } = await openTasks(db)
  const versions = await agentVersions(db)
  const labels = await recentLabels(db)
  const queueAge = await jobQueueAge(db)
  gauges.unread.set(unread)
  gauges.lag.set(seconds)
  gauges.open.set(open)
  gauges.overdue.set(overdue)
  if (queueAge !== null) gauges.queueAge.set(queueAge)
  // A version that nobody has any more has no figure.
  gauges.agents.reset()
  for (const { version, agents } of versions) gauges.agents.set({ version }, agents)
  for (const state of countedStates)
    gauges.labels.set({ state }, labels.find((one) => one.state === state)?.labels ?? 0)
}
