// Serial ports that cannot be used: not there, something else, no library for them, and none named.
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { labelTo as label, serialPrinters as backend } from './test/serial-back-end.ts'

describe('A serial port', () => {
  test('that is not there is not reached, and no other than those of the settings is opened', async () => {
    const port = `${temporaryFolder()}/ttyUSB7`
    const printers = backend(port)
    expect(await printers.list()).toHaveLength(1)
    expect(await printers.print(label(port))).toMatchObject({
      code: 'printer_unreachable',
      retry: 'transient',
    })
    expect(await printers.print(label('/dev/null'))).toMatchObject({ code: 'printer_not_found' })
  })

  test('that is something else is refused for good', async () => {
    expect(await backend('/dev/null').print(label('/dev/null'))).toMatchObject({
      code: 'address_not_usable',
      retry: 'permanent',
    })
  })

  test('is not listed where the library cannot be loaded, which the log says once', async () => {
    const said: string[] = []
    const logger: Logger = { ...silentLogger, error: (event) => void said.push(event) }
    const load = async () => Promise.reject(new Error('no prebuilt binary'))
    const printers = backend('/dev/ttyUSB0', { logger, load })
    expect(await printers.list()).toEqual([])
    expect(await printers.list()).toEqual([])
    expect(await printers.print(label('/dev/ttyUSB0'))).toMatchObject({ code: 'address_not_usable' })
    expect(said).toEqual(['serial.not-available'])
  })

  test('costs nothing where no setting names one', async () => {
    const load = async () => Promise.reject(new Error('loaded'))
    expect(await backend('', { ports: () => [], load }).list()).toEqual([])
  })
})
