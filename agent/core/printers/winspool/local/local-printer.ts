// The printer of Windows that leads to this agent: whether it is there, adding it where labels are taken, and removing it.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { LocalPrinterStatus } from '../../../../contract/local-printer.ts'
import type { Answer, LocalFacts, LocalPlace } from '../spooler-facts.ts'
import { localFailure } from './local-failure.ts'
import { leadsTo } from './local-orders.ts'
import type { LocalSpooler } from './local-spooler.ts'
import { PLAIN_DRIVER } from './names.ts'

export interface LocalPrinterParts {
  /** Null: this is no Windows. */
  readonly spooler: LocalSpooler | null
  /** Where this agent takes labels of programs on this computer; null while it takes none. */
  readonly place: () => LocalPlace | null
  /** The list of printers is another. */
  readonly onChange: () => void
}

/** Each throws ProblemError: not_supported off Windows, state_conflict with the reason why Windows or this agent cannot. */
export class LocalPrinter {
  readonly #parts: LocalPrinterParts

  constructor(parts: LocalPrinterParts) {
    this.#parts = parts
  }

  /** Off Windows it says so. */
  async status(): Promise<LocalPrinterStatus> {
    const { spooler, place } = this.#parts
    if (spooler === null) return { state: 'not_here', wanted: place(), port: null, printers: [] }
    return statusOf(factsIn(await spooler.facts()), place())
  }

  /** Added already, it is pointed at the port that is open now, and nothing else about it is changed. */
  async add(driver: string | null): Promise<LocalPrinterStatus> {
    const [spooler, place] = [this.#onWindows(), this.#parts.place()]
    if (place === null) throw new ProblemError('state_conflict', reason('local_printer_no_port', {}))
    const facts = factsIn(await spooler.add(place, driver ?? PLAIN_DRIVER))
    this.#parts.onChange()
    return statusOf(facts, place)
  }

  async remove(): Promise<LocalPrinterStatus> {
    const facts = factsIn(await this.#onWindows().remove())
    this.#parts.onChange()
    return statusOf(facts, this.#parts.place())
  }

  #onWindows(): LocalSpooler {
    const { spooler } = this.#parts
    if (spooler !== null) return spooler
    throw new ProblemError('not_supported', reason('local_printer_not_here', {}))
  }
}

function factsIn(answer: Answer<LocalFacts>): LocalFacts {
  if (answer.ok) return answer.value
  throw new ProblemError('state_conflict', localFailure(answer.failure))
}

/** Without a place nothing says that it leads elsewhere. */
function statusOf({ port, printers }: LocalFacts, wanted: LocalPlace | null): LocalPrinterStatus {
  if (port === null && printers.length === 0) return { state: 'absent', wanted, port, printers }
  const isWhole = port !== null && printers.length > 0
  const isRight = isWhole && (wanted === null ? !port.isSnmpOn : leadsTo(port, wanted))
  return { state: isRight ? 'there' : 'wrong', wanted, port, printers }
}
