// The words after `agent service`, as one command.
import type { Pairing } from '../../service/install-pairing.ts'
import { UsageError } from '../usage-error.ts'

const ACTS = ['install', 'start', 'stop', 'restart', 'remove', 'status'] as const

export interface ServiceCommand {
  readonly kind: 'service'
  readonly act: (typeof ACTS)[number]
  /** Show what would be done, and do nothing. */
  readonly isDry: boolean
  /** install: in place of one that is installed. */
  readonly again: boolean
  /** install: pair at once; the code `-` is to be asked for. What is no code is found out once the service runs. */
  readonly pair: Pairing | null
  /** remove: what becomes of its data; null asks where labels wait. */
  readonly data: 'keep' | 'delete' | null
}

export interface ServiceOptions {
  readonly 'dry-run'?: boolean | undefined
  readonly again?: boolean | undefined
  readonly pair?: string | undefined
  readonly hub?: string | undefined
  readonly 'keep-data'?: boolean | undefined
  readonly 'delete-data'?: boolean | undefined
}

/** Throws UsageError. */
export function serviceCommand([word, ...more]: readonly string[], options: ServiceOptions): ServiceCommand {
  const act = ACTS.find((one) => one === word)
  if (act === undefined || more.length > 0)
    throw new UsageError(`"agent service" takes one of: ${ACTS.join(', ')}`)
  const { again, pair, hub, 'keep-data': keeps, 'delete-data': deletes } = options
  if (act !== 'install' && [again, pair, hub].some((one) => one !== undefined))
    throw new UsageError('--again, --pair and --hub are for "agent service install" only')
  if (act !== 'remove' && (keeps ?? deletes) !== undefined)
    throw new UsageError('--keep-data and --delete-data are for "agent service remove" only')
  if (keeps === true && deletes === true) throw new UsageError('Choose --keep-data or --delete-data')
  if (pair === undefined && hub !== undefined) throw new UsageError('--hub needs --pair')
  return {
    kind: 'service',
    act,
    again: again === true,
    isDry: options['dry-run'] === true,
    pair: pair === undefined ? null : { code: pair, hubUrl: hub ?? null },
    data: keeps === true ? 'keep' : deletes === true ? 'delete' : null,
  }
}
