// The alerts: what is asked of Prometheus, for how long it has to be so, and who is to be woken. Each has a page in docs/on-call.
import type { Alert } from './alert.ts'
import { apiAlerts } from './api-alerts.ts'
import { fleetAlerts } from './fleet-alerts.ts'
import { machineAlerts } from './machine-alerts.ts'

const deadMansSwitch: Alert = {
  name: 'DeadMansSwitch',
  expr: 'vector(1)',
  for: '0s',
  severity: 'none',
  summary: 'Always on: whoever no longer gets it hears of no other alert either',
}

export const alerts: readonly Alert[] = [...apiAlerts, ...fleetAlerts, ...machineAlerts, deadMansSwitch]

/** Relative to the repository, and to /usr/lib/pharmacy-relay/current on a machine. */
export function onCallPage(name: string): string {
  return `docs/on-call/${name}.md`
}
