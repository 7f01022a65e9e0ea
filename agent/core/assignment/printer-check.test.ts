// Whether a printer is on this computer, asked of a real print server.
import path from 'node:path'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { createCupsPrinters } from '../printers/cups.ts'
import { createPrinters } from '../printers/printers.ts'
import { closedPort } from '../printers/test/printer-peer.ts'
import { hasCupsd, privateCupsd } from '../printers/test/private-cupsd.ts'
import { missingPrinter } from './printer-check.ts'

const printersAt = (socketPath: string) =>
  createPrinters({
    backends: [createCupsPrinters({ socketPath, clock: systemClock, jobMs: 1_000 })],
    logger: silentLogger,
  })

test.skipIf(!hasCupsd)(
  'A queue of CUPS is there or is not (as root, after: apt-get install cups cups-client)',
  async () => {
    const cupsd = await privateCupsd()
    await cupsd.addQueue('ZD421', await closedPort())
    expect(await missingPrinter('cups:ZD421', printersAt(cupsd.socketPath))).toBeNull()
    expect(await missingPrinter('cups:GONE', printersAt(cupsd.socketPath))).toEqual({
      ...{ code: 'printer_missing', reason: 'The printer cups:GONE is not on this computer' },
    })
  },
)

test('Where the print server does not answer, the words say so', async () => {
  const printers = printersAt(path.join(temporaryFolder(), 'no.sock'))
  expect(await missingPrinter('cups:ZD421', printers)).toEqual({
    ...{ code: 'printer_missing' },
    reason: 'The printer cups:ZD421 cannot be seen: the print server of this computer does not answer',
  })
})
