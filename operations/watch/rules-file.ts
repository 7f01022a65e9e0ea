// The alerts as Prometheus reads them.
import type { Alert } from './alert.ts'
import { onCallPage } from './alerts.ts'

/** YAML of one group. Texts are quoted as JSON, which is YAML. */
export function rulesFile(alerts: readonly Alert[]): string {
  const rules = alerts.map((alert) =>
    [
      `      - alert: ${alert.name}`,
      `        expr: ${JSON.stringify(alert.expr)}`,
      ...(alert.for === '0s' ? [] : [`        for: ${alert.for}`]),
      `        labels: { severity: ${alert.severity} }`,
      `        annotations:`,
      `          summary: ${JSON.stringify(alert.summary)}`,
      `          on_call: ${JSON.stringify(onCallPage(alert.name))}`,
    ].join('\n'),
  )
  return `# Made by relayctl watch out of operations/watch/alerts.ts; changes are lost.\ngroups:\n  - name: relay\n    rules:\n${rules.join('\n')}\n`
}
