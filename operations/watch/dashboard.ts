// The Grafana dashboard, made out of the table of metrics: what a metric means is the text of its panel.
//
// No Grafana opened it where it was made: its form follows the JSON model of Grafana 9 and later.
import type { Metric } from './metric.ts'
import { metrics } from './metrics.ts'

interface Shown {
  readonly title: string
  readonly expr: string
  readonly legend: string
}

/** A row of the dashboard. Expressions name metrics of the table alone. */
export const rows: readonly { readonly title: string; readonly panels: readonly Shown[] }[] = [
  {
    title: 'Labels and computers',
    panels: [
      panel('Connected computers', 'sum(relay_hub{figure="sessions"}) by (instance)', '{{instance}}'),
      panel('Agents by version', 'store_agents', '{{version}}'),
      panel('Labels of this hour and the one before', 'store_labels_recent', '{{state}}'),
      panel(
        'Heartbeats unanswered a second',
        'sum(rate(relay_hub{figure="nudgesUnanswered"}[5m]))',
        'unanswered',
      ),
      panel('Silent computers', 'sum(relay_hub{figure="silentSessions"})', 'silent'),
      panel(
        'Assignments pushed a second',
        'sum by (outcome) (rate(relay_assignment_pushes_total[5m]))',
        '{{outcome}}',
      ),
    ],
  },
  {
    title: 'Requests',
    panels: [
      panel(
        'Gateway: replies a second by status',
        'sum by (status) (rate(gateway_replies_total[5m]))',
        '{{status}}',
      ),
      panel('Gateway: 99 of 100 within', p99('gateway_request_seconds', 'route'), '{{route}}'),
      panel(
        'Programs: replies a second',
        'sum by (job, status) (rate(relay_http_replies_total[5m]))',
        '{{job}} {{status}}',
      ),
      panel('Programs: 99 of 100 within', p99('relay_http_reply_seconds', 'job'), '{{job}}'),
      panel('Sign-ins a minute', 'sum by (outcome) (rate(identity_sign_ins_total[5m])) * 60', '{{outcome}}'),
      panel('Text messages an hour', 'sum by (state) (increase(identity_sms_total[1h]))', '{{state}}'),
    ],
  },
  {
    title: 'Store',
    panels: [
      panel(
        'Batch of a hub: 99 of 100 within',
        p99('store_registry_batch_seconds', 'instance'),
        '{{instance}}',
      ),
      panel('Its commit: 99 of 100 within', p99('store_registry_commit_seconds', 'instance'), '{{instance}}'),
      panel(
        'Operations a second',
        'sum by (kind, outcome) (rate(relay_registry_operations_total[5m]))',
        '{{kind}} {{outcome}}',
      ),
      panel('Outbox lag', 'store_outbox_lag_seconds', '{{instance}}'),
      panel('Oldest job that is due', 'store_job_queue_age_seconds', '{{instance}}'),
      panel('Support tasks overdue', 'store_support_tasks_overdue', 'overdue'),
    ],
  },
  {
    title: 'Programs and machine',
    panels: [
      panel('Event loop: 99 of 100 looks late by', p99('relay_event_loop_lag_seconds', 'job'), '{{job}}'),
      panel('Memory', 'process_resident_memory_bytes', '{{job}}'),
      panel('Processor', 'rate(process_cpu_seconds_total[5m])', '{{job}}'),
      panel('Waiting for a store connection', 'store_database_connections{state="waiting"}', '{{instance}}'),
      panel('Days left of certificates', 'relay_certificate_days_left', '{{of}}'),
      panel('Age of the newest backup', 'time() - relay_backup_success_time_seconds', 'age'),
    ],
  },
]

function panel(title: string, expr: string, legend: string): Shown {
  return { title, expr, legend }
}

function p99(name: string, by: string): string {
  return `histogram_quantile(0.99, sum by (${by}, le) (rate(${name}_bucket[5m])))`
}

const UNITS: Readonly<Record<Metric['unit'], string>> = {
  seconds: 's',
  'unix time': 's',
  bytes: 'bytes',
  days: 'd',
  '1': 'short',
}
const WIDTH = 8
const HEIGHT = 8
const ACROSS = 3
const SOURCE = { type: 'prometheus', uid: '${source}' }

/** The JSON that Grafana imports; it asks which Prometheus to read. */
export function dashboard(): object {
  let id = 0
  let y = 0
  const panels = rows.flatMap(({ title, panels: shown }) => {
    const head = {
      id: (id += 1),
      type: 'row',
      title,
      gridPos: { x: 0, y, w: 24, h: 1 },
      collapsed: false,
      panels: [],
    }
    y += 1
    const below = shown.map((one, index) => {
      const place = { x: (index % ACROSS) * WIDTH, y: y + Math.floor(index / ACROSS) * HEIGHT }
      return timeSeries(one, { id: (id += 1), gridPos: { ...place, w: WIDTH, h: HEIGHT } })
    })
    y += Math.ceil(shown.length / ACROSS) * HEIGHT
    return [head, ...below]
  })
  return {
    title: 'Pharmacy relay',
    uid: 'pharmacy-relay',
    schemaVersion: 38,
    editable: true,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' }] },
    panels,
  }
}

function timeSeries({ title, expr, legend }: Shown, placed: object): object {
  const metric = metrics.find(({ name }) => expr.includes(name))
  const unit = expr.includes('rate(') && metric?.type !== 'histogram' ? 'short' : UNITS[metric?.unit ?? '1']
  return {
    ...placed,
    type: 'timeseries',
    title,
    description: metric?.meaning ?? '',
    datasource: SOURCE,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: [{ refId: 'A', datasource: SOURCE, expr, legendFormat: legend }],
  }
}
