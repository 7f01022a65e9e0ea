// Alerts about computers at pharmacies, their labels, and those who help them.
import type { Alert } from './alert.ts'

/** Sessions of one hub by its settings. */
const HUB_ROOM = 20_000

export const fleetAlerts: readonly Alert[] = [
  {
    name: 'HubLeaseLost',
    expr: 'relay_hub{figure="leaseHeld"} == 0',
    for: '20s',
    severity: 'page',
    summary: 'The hub at {{ $labels.instance }} has no lease: its computers are shown offline soon',
  },
  {
    name: 'MeshAway',
    expr: 'relay_hub_mesh{figure="isUp"} == 0',
    for: '1m',
    severity: 'page',
    summary: 'The hub at {{ $labels.instance }} does not reach NATS',
  },
  {
    name: 'DevicesLeft',
    expr: 'sum(relay_hub{figure="sessions"}) < 0.8 * sum(relay_hub{figure="sessions"} offset 10m) and sum(relay_hub{figure="sessions"} offset 10m) > 50',
    for: '1m',
    severity: 'page',
    summary: 'A fifth of the computers left within ten minutes',
  },
  {
    name: 'HubFull',
    expr: `relay_hub{figure="sessions"} > 0.8 * ${HUB_ROOM}`,
    for: '10m',
    severity: 'ticket',
    summary: 'The hub at {{ $labels.instance }} has less than a fifth of its room left',
  },
  {
    name: 'HeartbeatsUnanswered',
    expr: 'sum(rate(relay_hub{figure="nudgesUnanswered"}[10m])) / sum(rate(relay_hub{figure="nudgesAnswered"}[10m])) > 0.02',
    for: '10m',
    severity: 'ticket',
    summary: 'More than 2 of 100 heartbeats are not answered',
  },
  {
    name: 'RegistryFails',
    expr: 'sum(rate(relay_registry_operations_total{outcome="INTERNAL"}[5m])) > 0',
    for: '2m',
    severity: 'page',
    summary: 'Operations of relay hubs fail in the store API',
  },
  {
    name: 'OutboxLate',
    expr: 'store_outbox_lag_seconds > 20',
    for: '1m',
    severity: 'page',
    summary: 'Changes wait for more than 20 s before portals hear of them',
  },
  {
    name: 'JobsLate',
    expr: 'store_job_queue_age_seconds > 900',
    for: '5m',
    severity: 'ticket',
    summary: 'A scheduled job that is due has been waiting for more than 15 minutes',
  },
  {
    name: 'FiguresOld',
    expr: 'time() - store_figures_time_seconds > 300',
    for: '1m',
    severity: 'ticket',
    summary: 'The store API has not read its figures for more than 5 minutes: alerts about them are blind',
  },
  {
    name: 'LabelsInTrouble',
    expr: 'sum(store_labels_recent{state=~"unknown|expired|failed"}) / sum(store_labels_recent{state="accepted"}) > 0.02 and sum(store_labels_recent{state=~"unknown|expired|failed"}) > 20',
    for: '15m',
    severity: 'ticket',
    summary: 'More than 2 of 100 labels are unknown, expired or failed',
  },
  {
    name: 'TasksOverdue',
    expr: 'store_support_tasks_overdue > 5',
    for: '15m',
    severity: 'ticket',
    summary: '{{ $value }} pharmacies wait for an answer of support that is overdue',
  },
]
