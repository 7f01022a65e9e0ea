// Windows' calls as a test has them go: short writes, failures at one call, and what a queue says of a job.
import type { SpoolJob } from '../spooler-facts.ts'
import { WindowsFailure, type Handle, type WinspoolApi } from '../worker/winspool-api.ts'

export interface Script {
  /** Name of the call that fails, with its error code. */
  readonly fails?: readonly [call: string, code: number]
  /** Most bytes that one call of WritePrinter takes. */
  readonly takesBytes?: number
  /** Called before each write. */
  readonly onWrite?: () => void
  readonly isXps?: boolean
  /** The job, at the first look and at the second; null: it is not in the queue. */
  readonly looks?: readonly (SpoolJob | null)[]
}

export interface ScriptedApi extends WinspoolApi {
  /** Every call in its order. */
  readonly calls: string[]
  written(): Buffer
}

export const PRINTER: Handle = {}

export function scriptedApi(script: Script = {}): ScriptedApi {
  const { fails, takesBytes = Number.POSITIVE_INFINITY, onWrite, isXps = false, looks = [] } = script
  const calls: string[] = []
  const chunks: Buffer[] = []
  let look = 0
  const called = (call: string): void => {
    calls.push(call)
    if (fails?.[0] === call) throw new WindowsFailure(call, fails[1])
  }
  return {
    calls,
    written: () => Buffer.concat(chunks),
    printers: () => [],
    open: () => PRINTER,
    close: () => called('close'),
    queue: () => ({ status: 0, attributes: 0, jobs: 0, port: 'USB001' }),
    hasXpsDriver: () => isXps,
    startDocument: (_, { datatype }) => {
      called(`start ${datatype}`)
      return 7
    },
    startPage: () => called('page'),
    write: (_, bytes) => {
      onWrite?.()
      called('write')
      const taken = Math.min(bytes.length, takesBytes)
      chunks.push(Buffer.from(bytes.subarray(0, taken)))
      return taken
    },
    endPage: () => called('end page'),
    endDocument: () => called('end'),
    abort: () => void calls.push('abort'),
    job: () => {
      const seen = looks[look] ?? null
      look += 1
      return seen
    },
    jobs: () => [],
    control: (_, __, control) => {
      calls.push(control === 1 ? 'pause' : 'delete')
      return true
    },
    usbPorts: () => null,
    tcpPort: () => null,
    admin: () => {
      throw new WindowsFailure('admin', 1)
    },
  }
}
