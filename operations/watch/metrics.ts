// The table of metrics: everything that a program of ours says at /metrics, and what relayctl watch writes beside it.
//
// tests/platform/metrics.cases.ts holds it against the running programs; alerts and dashboard may name nothing else.
import { PROGRAMS, type Metric } from './metric.ts'
import { apis, hubFigures, ofGateway, ofIdentity, ofPharmacy, ofPortal, ofStore } from './program-metrics.ts'

/** Of Node and of the process, those that rules and dashboard use; prom-client's others are said too. */
const ofProcess: readonly Metric[] = [
  {
    name: 'process_resident_memory_bytes',
    type: 'gauge',
    unit: 'bytes',
    meaning: 'Memory of the process that is not swapped out',
    labels: [],
    of: PROGRAMS,
  },
  {
    name: 'process_start_time_seconds',
    type: 'gauge',
    unit: 'unix time',
    meaning: 'When the process began',
    labels: [],
    of: PROGRAMS,
  },
  {
    name: 'process_cpu_seconds_total',
    type: 'counter',
    unit: 'seconds',
    meaning: 'Processor time of the process',
    labels: [],
    of: PROGRAMS,
  },
  {
    name: 'relay_event_loop_lag_seconds',
    type: 'histogram',
    unit: 'seconds',
    meaning: 'By how much a timer of 100 ms was late: so long nothing else of the program was answered',
    labels: [],
    of: PROGRAMS,
  },
]

const relayctl: readonly Metric[] = [
  own('relay_watch_time_seconds', 'unix time', 'When relayctl watch wrote these figures'),
  own(
    'relay_backup_success_time_seconds',
    'unix time',
    'When the newest backup began; missing where there is none',
  ),
  own(
    'relay_restore_drill_success_time_seconds',
    'unix time',
    'When a backup was last restored for a trial and every row counted; missing where none was',
  ),
  own(
    'relay_archive_until_time_seconds',
    'unix time',
    'Until when everything that the database server wrote is in the archive; missing where there is no base',
  ),
  each(
    own(
      'relay_certificate_days_left',
      'days',
      'For how long the certificate is good that is served at this moment; below 0 it ran out. Missing where nothing answers',
    ),
  ),
  each(own('relay_disk_free_ratio', '1', 'Free part of the disk, 0 to 1, of programs and of backups')),
]

export const metrics: readonly Metric[] = [
  ...ofProcess,
  ...apis,
  ...ofGateway,
  ...ofIdentity,
  ...ofStore,
  ...ofPharmacy,
  ...ofPortal,
  ...relayctl,
]

/** The figures that the portal says under one name, which are no metrics of their own. */
export { hubFigures }

function own(name: string, unit: Metric['unit'], meaning: string): Metric {
  return { name, type: 'gauge', unit, meaning, labels: [], of: ['relayctl'] }
}

/** Label `of`: panel, shop, gateway; programs, backups. */
function each(row: Metric): Metric {
  return { ...row, labels: ['of'] }
}

/** The table as a page for people. */
export function metricsPage(): string {
  const rows = metrics.map(({ name, type, unit, labels, meaning, of, needs }) => {
    const where = `${of.length === PROGRAMS.length ? 'all programs' : of.join(', ')}${needs === undefined ? '' : ` (with \`${needs}\`)`}`
    const shown = labels.length === 0 ? '' : labels.map((label) => `\`${label}\``).join(', ')
    return `| \`${name}\` | ${type} | ${unit} | ${shown} | ${where} | ${meaning} |`
  })
  const figures = Object.entries(hubFigures).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`)
  return [
    '# Metrics',
    '',
    'Made from `operations/watch/metrics.ts`, which a test holds against the running programs (`tests/platform/metrics.cases.ts`). Each program',
    'says its own at `127.0.0.1:PORT+10000/metrics`; `relayctl watch` writes its own into `relay.prom`. No label names a pharmacy, a person',
    'or anything of a patient. An agent at a pharmacy has no metrics of its own: what it counts it reports, and the store API tells the sums.',
    '',
    '| name | type | unit | labels | who says it | meaning |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    'Figures of `relay_hub` by their label `figure`:',
    '',
    '| figure | meaning |',
    '|---|---|',
    ...figures,
    '',
  ].join('\n')
}
