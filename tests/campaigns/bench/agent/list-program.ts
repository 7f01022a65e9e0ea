// Lists the queues of a print server again and again until it is ended, as another program than the agent does: one line for
// each list, with the milliseconds that it took.
//
//   node scripts/run.cjs tests/campaigns/bench/agent/list-program.ts SOCKET
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { createCupsPrinters, CUPS_JOB_MS } from '../../../../agent/core/printers/cups.ts'

const cups = createCupsPrinters({
  socketPath: process.argv[2] ?? '',
  clock: systemClock,
  jobMs: CUPS_JOB_MS,
})
for (;;) {
  const startedAt = performance.now()
  await cups.list()
  process.stdout.write(`${performance.now() - startedAt}\n`)
}
