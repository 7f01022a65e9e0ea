// Alerts about programs and what they answer.
import type { Alert } from './alert.ts'

const JOBS = 'job=~"gateway|identity-api|store-api|pharmacy-api|portal|storefront"'

export const apiAlerts: readonly Alert[] = [
  {
    name: 'ProgramAway',
    expr: `up{${JOBS}} == 0`,
    for: '1m',
    severity: 'page',
    summary: '{{ $labels.job }} at {{ $labels.instance }} does not answer',
  },
  {
    name: 'ProgramRestarts',
    expr: `changes(process_start_time_seconds{${JOBS}}[15m]) > 3`,
    for: '0s',
    severity: 'ticket',
    summary: '{{ $labels.job }} at {{ $labels.instance }} began more than three times within 15 minutes',
  },
  {
    name: 'EventLoopLate',
    expr: 'histogram_quantile(0.99, sum by (job, instance, le) (rate(relay_event_loop_lag_seconds_bucket[5m]))) > 0.5',
    for: '5m',
    severity: 'ticket',
    summary:
      '{{ $labels.job }} at {{ $labels.instance }} is held up for more than half a second again and again',
  },
  {
    name: 'MemoryRises',
    expr: `deriv(process_resident_memory_bytes{${JOBS}}[6h]) * 3600 > 1e6 and time() - process_start_time_seconds > 43200`,
    for: '1h',
    severity: 'ticket',
    summary:
      '{{ $labels.job }} at {{ $labels.instance }} grows by more than 1 MB an hour, twelve hours after its start',
  },
  {
    name: 'GatewayErrors',
    expr: 'sum by (route) (rate(gateway_replies_total{status=~"5.."}[5m])) / sum by (route) (rate(gateway_replies_total[5m])) > 0.02',
    for: '5m',
    severity: 'page',
    summary: 'More than 2 of 100 requests to {{ $labels.route }} fail on our side',
  },
  {
    name: 'DatabaseQueue',
    expr: '{__name__=~"(store|identity|pharmacy)_database_connections", state="waiting"} > 0',
    for: '1m',
    severity: 'page',
    summary: 'Requests at {{ $labels.job }} wait for a connection to the database',
  },
  {
    name: 'SignInsRefused',
    expr: 'sum(increase(identity_sign_ins_total{outcome=~"token_invalid|rate_limited"}[15m])) > 300',
    for: '0s',
    severity: 'ticket',
    summary: 'More than 300 sign-ins were refused within 15 minutes: somebody may be guessing passwords',
  },
  {
    name: 'TextMessagesFail',
    expr: 'sum(increase(identity_sms_total{state!="sent"}[30m])) / sum(increase(identity_sms_total[30m])) > 0.2 and sum(increase(identity_sms_total{state!="sent"}[30m])) > 3',
    for: '5m',
    severity: 'page',
    summary: 'More than a fifth of the text messages do not go out: people wait for codes',
  },
]
