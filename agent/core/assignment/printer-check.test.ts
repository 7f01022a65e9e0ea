// Whether a printer is on this computer, asked of a real print server.
import path from 'node:path'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { expect, test } from 'vitest'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { createCupsPrinters } from '../printers/cups.ts'
import { createPrinters } from '../printers/printers.ts'
import { closedPort } from '../printers/test/printer-peer.ts'
import { hasCupsd, privateCupsd } from '../printers/test/private-cupsd.ts'
import { unusablePrinter } from './printer-check.ts'

const printersAt = (socketPath: string) =>
  createPrinters({
    backends: [createCupsPrinters({ socketPath, clock: systemClock, jobMs: 1_000 })],
    clock: systemClock,
    logger: silentLogger,
  })

const check = async (printer: string, socketPath: string, port = 9100) =>
  unusablePrinter(
    { role: 'Server', printer, target: null, listen: { host: null, port, scope: 'network' } },
    printersAt(socketPath),
    { localAddress: null, isOwnAddress: (address) => address === '192.168.1.20' },
  )

test.skipIf(!hasCupsd)(
  'A queue of CUPS is there or is not (as root, after: apt-get install cups cups-client)',
  async () => {
    const cupsd = await privateCupsd()
    await cupsd.addQueue('ZD421', await closedPort())
    expect(await check('cups:ZD421', cupsd.socketPath)).toBeNull()
    expect(await check('cups:GONE', cupsd.socketPath)).toEqual({
      code: 'printer_missing',
      reasons: [reason('printer_not_here', { printer: 'cups:GONE' })],
    })
  },
)

test('Where the print server does not answer, the reasons say so', async () => {
  expect(await check('cups:ZD421', path.join(temporaryFolder(), 'no.sock'))).toEqual({
    code: 'printer_missing',
    reasons: [reason('printer_not_seen', { printer: 'cups:ZD421' }), reason('print_server_silent', {})],
  })
})

test.skipIf(!hasCupsd)('A queue that hands labels to the port of this computer is refused', async () => {
  const cupsd = await privateCupsd()
  await cupsd.addQueue('RELAY', 9100)
  await cupsd.addQueue('LAN', 9100, '192.168.1.20')
  await cupsd.addQueue('PRINTER', 9100, '192.168.1.50')
  const refused = { code: 'port_refused', reasons: [{ code: 'printer_leads_back' }] }
  expect(await check('cups:RELAY', cupsd.socketPath)).toMatchObject(refused)
  expect(await check('cups:LAN', cupsd.socketPath)).toMatchObject(refused)
  expect(await check('cups:PRINTER', cupsd.socketPath)).toBeNull()
  expect(await check('cups:RELAY', cupsd.socketPath, 9101)).toBeNull()
})
