// A program: the real relay hub, in a process that a test may kill and look into. Arguments: names of computers.
import type { AssignmentBody } from '@pharmacy-relay/shared/printer-assignment.ts'
import { startBenchHub } from '../../scripts/bench/print/bench-hub.ts'

const NO_PART: AssignmentBody = {
  ...{ role: 'None', printerName: null, tcpPort: null, target: null },
  ...{ clients: [], standby: null },
}

const hub = await startBenchHub(new Map(process.argv.slice(2).map((name) => [name, NO_PART])))
process.send?.({ url: hub.url })
process.once('disconnect', () => process.exit())
