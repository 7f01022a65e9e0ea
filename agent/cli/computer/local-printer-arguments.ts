// The words after `agent local-printer`, as one command.
import { parseTcpAddress } from '../../core/printers/tcp-address.ts'
import { UsageError } from '../usage-error.ts'

const ACTS = ['status', 'add', 'remove'] as const

export interface LocalPrinterCommand {
  readonly kind: 'local-printer'
  readonly act: (typeof ACTS)[number]
  /** add: name of the driver in Windows; null is the one that hands on a program's bytes. */
  readonly driver: string | null
  /** add: where labels are taken; null asks the running agent. */
  readonly to: { readonly host: string; readonly port: number } | null
  /** Has Windows ask for an administrator where one is needed. */
  readonly mayAsk: boolean
}

export interface LocalPrinterOptions {
  readonly driver?: string | undefined
  readonly to?: string | undefined
  readonly 'no-ask'?: boolean | undefined
}

/** Throws UsageError. */
export function localPrinterCommand(
  [word = 'status', ...more]: readonly string[],
  { driver, to, 'no-ask': isSilent }: LocalPrinterOptions,
): LocalPrinterCommand {
  const act = ACTS.find((one) => one === word)
  if (act === undefined || more.length > 0)
    throw new UsageError(`"agent local-printer" takes nothing, or one of: ${ACTS.slice(1).join(', ')}`)
  if (act !== 'add' && (driver ?? to) !== undefined)
    throw new UsageError('--driver and --to are for "agent local-printer add" only')
  const place = to === undefined ? null : parseTcpAddress(to)
  if (to !== undefined && place === null) throw new UsageError('--to takes HOST:PORT, such as 127.0.0.1:9100')
  return { kind: 'local-printer', act, driver: driver ?? null, to: place, mayAsk: isSilent !== true }
}
