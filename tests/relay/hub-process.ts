// A program: the real relay hub, in a process that a test may kill and look into. Arguments: names of computers.
import { NO_PART } from '../kit/programs.ts'
import { startAssigningHub } from '../kit/assigning-hub.ts'

const hub = await startAssigningHub(new Map(process.argv.slice(2).map((name) => [name, NO_PART])))
process.send?.({ url: hub.url })
process.once('disconnect', () => process.exit())
