// How often tasks ran and how it ended, at /metrics.
import { Counter, type Registry } from 'prom-client'

/** `outcome` is done, or why the run failed. */
export function runCounter(registry: Registry): (task: string, outcome: string) => void {
  const runs = new Counter({
    name: 'store_task_runs_total',
    help: 'Runs of scheduled tasks by task and outcome: done, or the reason of the failure',
    labelNames: ['task', 'outcome'],
    registers: [registry],
  })
  return (task, outcome) => runs.inc({ task, outcome })
}
