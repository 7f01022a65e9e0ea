// `agent local-printer …`: the printer of Windows that leads to this agent, added and removed with the rights of whoever types
// it. The agent's own account may not, so this is done in this process, and where an administrator is needed Windows asks.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { LocalPrinterStatus } from '../../contract/local-printer.ts'
import { askAgent } from '../../contract/socket-client.ts'
import { LocalPrinter } from '../../core/printers/winspool/local/local-printer.ts'
import { systemLocalSpooler, type LocalSpooler } from '../../core/printers/winspool/local/local-spooler.ts'
import { tcpAddressText } from '../../core/printers/tcp-address.ts'
import { EXIT } from '../exit-codes.ts'
import { done, type Outcome } from '../outcome.ts'
import { labelled } from '../text.ts'
import { runAsAdministrator, type RunAsAdministrator } from './as-administrator.ts'
import type { LocalPrinterCommand } from './local-printer-arguments.ts'

export interface LocalPrinterTerminal {
  /** Of the running agent. */
  readonly socket: string
  /** Null: this is no Windows. */
  readonly spooler: LocalSpooler | null
  readonly runAsAdministrator: RunAsAdministrator
  /** The program that runs, and its words before the command. */
  readonly program: readonly [string, ...string[]]
}

export function localPrinterTerminal(socket: string): LocalPrinterTerminal {
  return {
    socket,
    spooler: systemLocalSpooler({ clock: systemClock, logger: silentLogger }),
    runAsAdministrator,
    program: [process.execPath, ...process.argv.slice(1, 2)],
  }
}

/** Throws ProblemError not_supported off Windows and state_conflict with Windows' reason; NotRunningError. */
export async function carryOutLocalPrinterCommand(
  command: LocalPrinterCommand,
  terminal: LocalPrinterTerminal,
): Promise<Outcome> {
  const { socket, spooler } = terminal
  if (command.act === 'status') {
    const status = await askAgent(socket, 'localPrinter', null)
    const isWell = status.state !== 'wrong'
    return {
      code: isWell ? EXIT.ok : EXIT.failed,
      text: localPrinterText(status),
      json: status,
      isAnswer: true,
    }
  }
  const place = await placeFor(command, terminal)
  const printer = new LocalPrinter({ spooler, place: () => place, onChange: () => undefined })
  const status = await withRights({ ...command, to: place }, { ...terminal, printer })
  return done(localPrinterText(status), status)
}

/** Off Windows nobody is asked where the printer would lead. */
async function placeFor({ act, to }: LocalPrinterCommand, { socket, spooler }: LocalPrinterTerminal) {
  if (to !== null || spooler === null || act === 'remove') return to
  return (await askAgent(socket, 'localPrinter', null)).wanted
}

async function withRights(
  command: LocalPrinterCommand,
  { printer, ...terminal }: LocalPrinterTerminal & { readonly printer: LocalPrinter },
): Promise<LocalPrinterStatus> {
  const { act, driver, mayAsk } = command
  try {
    return await (act === 'add' ? printer.add(driver) : printer.remove())
  } catch (error) {
    const isDenied = error instanceof ProblemError && error.reason?.code === 'local_printer_denied'
    if (!isDenied || !mayAsk) throw error
    await asAdministrator(command, terminal)
    return printer.status()
  }
}

/** Says where it leads, as the other process may be of another user, who has another agent or none. */
async function asAdministrator(
  { act, driver, to }: LocalPrinterCommand,
  { runAsAdministrator: run, program: [file, ...words] }: LocalPrinterTerminal,
): Promise<void> {
  const options = [
    ...(to === null || act !== 'add' ? [] : ['--to', tcpAddressText(to)]),
    ...(driver === null ? [] : ['--driver', driver]),
  ]
  const { kind, code } = await run(file, [...words, 'local-printer', act, ...options, '--no-ask'])
  if (kind === 'ended' && code === EXIT.ok) return
  const why =
    kind === 'ended' && code !== null
      ? reason('local_printer_failed', { code }, 'type it in a terminal of an administrator to see why')
      : reason('local_printer_denied', {}, kind === 'declined' ? 'nobody said yes' : `Windows error ${code}`)
  throw new ProblemError('state_conflict', why)
}

const STATES = {
  not_here: 'this is no Windows: programs of this computer print to the port itself',
  absent: 'not in Windows. Add it with: agent local-printer add',
  there: 'in Windows, and leads to this agent',
  wrong: 'does not lead to this agent. Put it right with: agent local-printer add',
  other: 'in a state that this version does not know',
} as const satisfies Record<LocalPrinterStatus['state'], string>

export function localPrinterText({ state, wanted, port, printers }: LocalPrinterStatus): string {
  return labelled([
    ['Local printer', STATES[state]],
    ...(printers.length === 0 ? [] : [['Names', printers.join(', ')] as const]),
    ...(port === null
      ? []
      : [['Leads to', `${tcpAddressText(port)}${port.isSnmpOn ? ', with SNMP on' : ''}`] as const]),
    ['Labels', wanted === null ? 'are not taken at this moment' : `are taken at ${tcpAddressText(wanted)}`],
  ])
}
