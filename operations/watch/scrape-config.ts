// What a Prometheus on this machine asks, made from the installation's ports.
import { portOf, programsHere, type Config } from '../machine/config-file.ts'
import { OPS_ABOVE } from '../machine/programs.ts'

/** Of Debian's packages: prometheus-node-exporter, prometheus-postgres-exporter, prometheus-alertmanager. */
const NODE_EXPORTER = '127.0.0.1:9100'
const ALERTMANAGER = '127.0.0.1:9093'

export interface ScrapeParts {
  readonly config: Config
  /** What this machine is called in alerts. */
  readonly machine: string
  /** Of the rules, beside the file itself. */
  readonly rules: string
}

export function scrapeConfig({ config, machine, rules }: ScrapeParts): string {
  const jobs = programsHere(config).map(({ name }) =>
    job(name, `127.0.0.1:${portOf(config, name) + OPS_ABOVE}`),
  )
  return [
    '# Made by relayctl watch out of relay.conf; changes are lost. Metrics are on loopback alone: a Prometheus runs on each machine.',
    'global:',
    '  scrape_interval: 15s',
    '  evaluation_interval: 15s',
    '  external_labels:',
    `    machine: ${JSON.stringify(machine)}`,
    'rule_files:',
    `  - ${JSON.stringify(rules)}`,
    'alerting:',
    '  alertmanagers:',
    '    - static_configs:',
    `        - targets: [${JSON.stringify(ALERTMANAGER)}]`,
    'scrape_configs:',
    ...jobs,
    '  # With its option --collector.textfile.directory on the folder of this file: relay.prom has backups, certificates and disks.',
    job('machine', NODE_EXPORTER),
    '',
  ].join('\n')
}

function job(name: string, target: string): string {
  return `  - job_name: ${name}\n    static_configs:\n      - targets: [${JSON.stringify(target)}]`
}
