// The library of serial ports, loaded when a setting first names one: it is native, and most computers never need it.
import type { SerialPort } from 'serialport'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'

export type SerialPortClass = typeof SerialPort

/** Null where the library cannot be loaded, such as on a processor without a prebuilt one. */
export type SerialLibrary = () => Promise<SerialPortClass | null>

export async function importSerialPort(): Promise<SerialPortClass> {
  return (await import('serialport')).SerialPort
}

/** Loads it once, and says once in the log that it cannot be. */
export function serialLibrary(load: () => Promise<SerialPortClass>, logger: Logger): SerialLibrary {
  let loaded: Promise<SerialPortClass | null> | null = null
  return async () => {
    loaded ??= load().catch((error: unknown) => {
      logger.error('serial.not-available', error)
      return null
    })
    return loaded
  }
}
