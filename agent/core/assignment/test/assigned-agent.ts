// Assignments of an agent on a real database, real ports and sockets, with a stepped clock; gone after the test.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { MIGRATIONS } from '../../database/migrations.ts'
import { openDatabase } from '../../database/open-database.ts'
import { createJsonLogger } from '../../logging/json-logger.ts'
import { noLink } from '../../printing/link-port.ts'
import { LabelPath } from '../../app/label-path.ts'
import { MemoryStore } from '../../spool/test/memory-store.ts'
import type { SetupRules } from '../assigned-setup.ts'
import { Assignments } from '../assignments.ts'
import { assignmentOf } from '../test-assignment.ts'

export const MY_ADDRESS = '127.0.1.31'

export interface TestAgentOptions {
  readonly printers?: readonly string[]
  readonly rules?: Partial<SetupRules>
  /** Runs before the printers are listed. */
  readonly beforeList?: () => Promise<void>
}

export function agentIn(dataFolder: string, over: TestAgentOptions = {}) {
  const { printers = [], rules = {}, beforeList = async () => undefined } = over
  let log = ''
  const database = openDatabase({ dataFolder, migrations: MIGRATIONS, logger: silentLogger })
  const extra = printers.map((address) => `tcp:${address}`)
  const path = new LabelPath({
    clock: systemClock,
    random: () => 0,
    logger: silentLogger,
    link: noLink,
    extraPrinters: () => extra,
    store: new MemoryStore(systemClock),
  })
  void path.start()
  const clock = new SteppedClock()
  const assignments = new Assignments({
    database: database.connection,
    clock,
    logger: createJsonLogger((line) => void (log += line)),
    rules: () => ({
      localAddress: MY_ADDRESS,
      clientPort: 9100,
      senders: 'network',
      isOwnAddress: () => false,
      ...rules,
    }),
    printers: {
      ...path.printers,
      list: async () => {
        await beforeList()
        return path.printers.list()
      },
    },
    apply: async (setup) => path.setup.apply(setup),
    settled: async () => path.spool.dispatcher.settled(),
    onChange: () => undefined,
  })
  let isEnded = false
  const end = async (): Promise<void> => {
    if (isEnded) return
    isEnded = true
    assignments.stop()
    await path.stop()
    database.close()
  }
  onTestFinished(end)
  const outcome = async (): Promise<unknown> => {
    await until('the outcome', () => assignments.report() !== null)
    return assignments.report()
  }
  return { assignments, path, clock, extra, outcome, end, log: () => log }
}

export const server = (printerPort: number, tcpPort: number, version = 1): PrinterAssignment =>
  assignmentOf({ role: 'Server', printerName: `tcp:127.0.0.1:${printerPort}`, tcpPort, version })
export const newAgent = (printerPort: number) =>
  agentIn(temporaryFolder(), { printers: [`127.0.0.1:${printerPort}`] })
