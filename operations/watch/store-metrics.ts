// Rows of the table of metrics that the store API says.
import type { Metric } from './metric.ts'

const gauge = (name: string, unit: Metric['unit'], meaning: string): Metric => ({
  name,
  type: 'gauge',
  unit,
  meaning,
  labels: [],
  of: ['store-api'],
})
const counter = (name: string, meaning: string, labels: readonly string[]): Metric => ({
  ...gauge(name, '1', meaning),
  type: 'counter',
  labels,
})
const counts = (name: string, meaning: string, label: string): Metric => ({
  ...gauge(name, '1', meaning),
  labels: [label],
})
const seconds = (name: string, meaning: string): Metric => ({
  ...gauge(name, 'seconds', meaning),
  type: 'histogram',
})

export const ofStore: readonly Metric[] = [
  counts(
    'store_database_connections',
    'Connections to the database by state: total, idle of them, and callers that are waiting for one',
    'state',
  ),
  gauge('store_hub_connections', '1', 'Services connected to the store hub'),
  counter(
    'relay_registry_operations_total',
    'Operations of relay hubs by kind and outcome: ok, or the code of the refusal',
    ['kind', 'outcome'],
  ),
  counter(
    'relay_assignment_pushes_total',
    'Printer assignments pushed to relay hubs by outcome: sent, failed',
    ['outcome'],
  ),
  counter(
    'store_task_runs_total',
    'Runs of scheduled tasks by task and outcome: done, or the reason of the failure',
    ['task', 'outcome'],
  ),
  seconds('store_registry_batch_seconds', 'One batch of a relay hub, with its commit'),
  seconds('store_registry_commit_seconds', 'The commit of such a batch: the disk of the database'),
  gauge(
    'store_figures_time_seconds',
    'unix time',
    'When the figures of the database, which follow, were read last',
  ),
  gauge(
    'store_outbox_unread_rows',
    '1',
    'Rows of the outbox that this process has not handed on; 10,000 at most are counted',
  ),
  gauge('store_outbox_lag_seconds', 'seconds', 'Since when the oldest of these rows waits; 0 without one'),
  gauge(
    'store_job_queue_age_seconds',
    'seconds',
    'Since when the oldest scheduled job that is due waits; 0 without one',
  ),
  gauge('store_support_tasks_open', '1', 'Support tasks that are not done; 10,000 at most are counted'),
  gauge('store_support_tasks_overdue', '1', 'Support tasks whose answer is overdue'),
  counts(
    'store_agents',
    'Connected computers by the version of their agent; the twenty most frequent, and other',
    'version',
  ),
  counts(
    'store_labels_recent',
    'Labels that reached a state in this hour and the one before, as computers reported',
    'state',
  ),
]
