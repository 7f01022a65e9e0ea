// Carries out one command and gives what to print and the exit code.
import type { AgentStatus } from '../contract/agent-api.ts'
import { summaryOf } from '../contract/summary.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { runAgent } from '../core/app/headless.ts'
import { NEEDED_SETTINGS } from '../core/relay/relay-setup.ts'
import type { Locations } from '../core/settings/locations.ts'
import { commandName, setupAdvice } from '../core/settings/setup-advice.ts'
import type { Command } from './arguments.ts'
import { askAgent } from '../contract/socket-client.ts'
import { askForHelp } from './computer/ask-for-help.ts'
import { doctorText } from './computer/doctor-text.ts'
import { EXIT } from './exit-codes.ts'
import { apiHelp, HELP } from './help-text.ts'
import { carryOutLocalPrinterCommand, localPrinterTerminal } from './computer/local-printer.ts'
import { carryOutLabelCommand } from './labels/label-commands.ts'
import { done, type Outcome, type Print } from './outcome.ts'
import { pairedText } from './computer/pairing-text.ts'
import { keysText, peerName, peersText } from './computer/peers-text.ts'
import { printersText } from './computer/printing-text.ts'
import { carryOutSettingsCommand } from './program/settings-commands.ts'
import { carryOutServiceCommand } from './program/service-commands.ts'
import { settingsHelp } from './program/settings-text.ts'
import { carryOutSupportCommand } from './program/support-commands.ts'
import { openWindow } from './computer/open-window.ts'
import { certificateText, isPrinter, trustPrinter } from './computer/trust-printer.ts'
import { trust, type TrustCommand } from './computer/trust.ts'
import { carryOutUpdatesCommand } from './program/update-commands.ts'
import { usedFirstText } from './computer/standby-text.ts'
import { pausedText, statusText } from './computer/status-text.ts'

export interface Terminal {
  readonly environment: Environment
  readonly locations: Locations
  readonly agentVersion: string
  readonly nowMs: () => number
  /** The value on standard input; on a terminal a line. */
  readonly readInput: () => string
  readonly print: Print
  /** What a person answers; null where none sits at a terminal. */
  readonly ask: (question: string) => string | null
}

/** Throws NotRunningError, ProblemError, SettingsError. */
export async function carryOut(command: Command, terminal: Terminal): Promise<Outcome> {
  const { locations, agentVersion } = terminal
  switch (command.kind) {
    case 'help':
      return done(helpOn(command.topic, locations.controlSocket), null)
    case 'version':
      return done(`${agentVersion}\n`, { version: agentVersion })
    case 'run':
      return run(terminal)
    case 'test':
    case 'jobs':
    case 'waiting':
    case 'print':
    case 'job':
    case 'release':
    case 'cancel':
    case 'answer':
    case 'reprint':
      return carryOutLabelCommand(command, locations.controlSocket, terminal.print)
    case 'settings':
    case 'set':
    case 'unset':
      return carryOutSettingsCommand(command, terminal)
    case 'open':
      return openWindow(command, terminal)
    case 'logs':
    case 'bundle':
      return carryOutSupportCommand(command, terminal)
    case 'updates':
      return carryOutUpdatesCommand(command, locations.controlSocket)
    case 'service':
      return carryOutServiceCommand(command, terminal)
    case 'trust':
      return trusted(command, terminal)
    case 'status':
      return status(terminal)
    default:
      return carryOutComputerCommand(command, locations.controlSocket)
  }
}

async function run(terminal: Terminal): Promise<Outcome> {
  const ending = await runAgent(terminal)
  return { code: ending === 'asked' ? EXIT.ok : EXIT[ending], text: '', json: null }
}

function helpOn(topic: 'settings' | 'api' | null, controlSocket: string): string {
  if (topic === 'settings') return settingsHelp()
  return topic === 'api' ? apiHelp(controlSocket) : HELP
}

async function status(terminal: Terminal): Promise<Outcome> {
  const found = await askAgent(terminal.locations.controlSocket, 'status', null)
  const help = found.hub.state === 'off' ? await helpWithSetup(found, terminal) : ''
  const { level } = summaryOf(found)
  const code = level === 'attention' || level === 'offline' ? EXIT.failed : EXIT.ok
  return { code, text: statusText(found, terminal.nowMs()) + help, json: found, isAnswer: true }
}

type ComputerCommand = Extract<
  Command,
  {
    readonly kind:
      | ('local-printer' | 'doctor' | 'ask-for-help' | 'printers' | 'peers' | 'pair' | 'keys' | 'rotate')
      | ('pause' | 'resume' | 'use-first' | 'stop')
  }
>

/** Commands about this computer, each a question to the running agent. */
async function carryOutComputerCommand(command: ComputerCommand, socket: string): Promise<Outcome> {
  switch (command.kind) {
    case 'local-printer':
      return carryOutLocalPrinterCommand(command, localPrinterTerminal(socket))
    case 'doctor':
      return diagnosed(socket)
    case 'ask-for-help':
      return askForHelp(command, socket)
    case 'printers': {
      const printers = await askAgent(socket, 'printers', null)
      return done(printersText(printers), printers)
    }
    case 'peers': {
      const peers = await askAgent(socket, 'peers', null)
      return done(peersText(peers), peers)
    }
    case 'pair': {
      const { kind: _kind, ...request } = command
      const answer = await askAgent(socket, 'pair', request)
      return done(pairedText(answer), answer)
    }
    case 'keys':
    case 'rotate': {
      const keys = await askAgent(socket, command.kind === 'keys' ? 'keys' : 'rotateKeys', null)
      return done(keysText(keys), keys)
    }
    case 'pause':
    case 'resume':
      return pauseOrResume(command, socket)
    case 'use-first': {
      const used = await askAgent(socket, 'useFirst', null)
      return done(usedFirstText(used.isChanged), used)
    }
    case 'stop':
      await askAgent(socket, 'stop', null)
      return done('The agent stops.\n', null)
    default:
      return command satisfies never
  }
}

async function pauseOrResume(
  command: Extract<ComputerCommand, { readonly kind: 'pause' | 'resume' }>,
  socket: string,
): Promise<Outcome> {
  const paused =
    command.kind === 'pause'
      ? await askAgent(socket, 'pause', { minutes: command.minutes })
      : await askAgent(socket, 'resume', null)
  return done(pausedText(paused.pausedUntil), paused)
}

async function diagnosed(socket: string): Promise<Outcome> {
  const diagnosis = await askAgent(socket, 'doctor', null)
  const code = diagnosis.blocking === null ? EXIT.ok : EXIT.failed
  return { code, text: doctorText(diagnosis), json: diagnosis }
}

async function trusted(command: TrustCommand, { locations, ask }: Terminal): Promise<Outcome> {
  if (isPrinter(command.computer)) {
    const { row, wasConfirmed } = await trustPrinter(command, { socket: locations.controlSocket, ask })
    const said = `${row.printer} is trusted with it from now on. Labels that wait for it go on.\n`
    return done(wasConfirmed ? said : `There is nothing to confirm.\n\n${certificateText(row)}`, row)
  }
  const { peer, wasConfirmed } = await trust(command, { socket: locations.controlSocket, ask })
  const text = wasConfirmed
    ? `${peerName(peer)} is trusted with it from now on.\n`
    : `There is nothing to confirm.\n\n${peersText([peer])}`
  return done(text, peer)
}

/** What to do so that the computer can connect; empty when nothing is missing. */
async function helpWithSetup(
  { pharmacyId }: AgentStatus,
  { locations, environment }: Terminal,
): Promise<string> {
  const rows = await askAgent(locations.controlSocket, 'getSettings', null)
  const missing = NEEDED_SETTINGS.filter((name) =>
    rows.some((row) => row.name === name && row.value === null),
  )
  const isUnpaired = pharmacyId === null
  if (missing.length === 0 && !isUnpaired) return ''
  return `\n${setupAdvice({ missing, isUnpaired }, commandName(environment))}\n`
}
