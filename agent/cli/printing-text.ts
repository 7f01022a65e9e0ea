// Printers and labels as a person reads them.
import type { PrinterRow } from '@pharmacy-relay/shared/printer.ts'
import { JOB_STATES, type PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { table, wrapped, COLUMNS } from './text.ts'

export function printersText(printers: readonly PrinterRow[]): string {
  if (printers.length === 0)
    return 'No printers were found. A network printer is named by:\n  agent settings set Printers tcp:HOST:9100\n'
  return table(
    [['Printer', 'Name', 'Detail'], ...printers.map(({ id, name, detail }) => [id, name, detail])],
    2,
  )
}

/** Under a label its reason, where there is one. */
export function jobsText(jobs: readonly PrintJob[]): string {
  if (jobs.length === 0) return 'No labels since the agent started.\n'
  return jobs
    .map((job) => {
      const { n, acceptedAt, state, bytes, sender, destination } = job
      const way = `from ${sender}${destination === null ? '' : ` to ${destination}`}`
      const reason = job.reason === '' ? [] : wrapped(job.reason, COLUMNS - 6)
      return [
        `${String(n).padStart(4)}  ${acceptedAt}  ${JOB_STATES[state]}`,
        `${bytes} bytes ${way}`,
        ...reason,
      ].join('\n      ')
    })
    .join('\n')
    .concat('\n')
}
