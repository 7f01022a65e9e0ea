// Carries out one command and gives what to print and the exit code.
import type { AgentStatus, SettingChange, SettingRow } from '@pharmacy-relay/shared/agent-api.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { runAgent } from '../core/headless.ts'
import { NEEDED_SETTINGS } from '../core/relay/relay-setup.ts'
import type { Locations } from '../core/settings/locations.ts'
import { commandName, setupAdvice } from '../core/settings/setup-advice.ts'
import type { Command } from './arguments.ts'
import { askAgent, NotRunningError } from './control-client.ts'
import { doctorText } from './doctor-text.ts'
import { EXIT } from './exit-codes.ts'
import { HELP } from './help-text.ts'
import { carryOutLabelCommand } from './label-commands.ts'
import { done, type Outcome } from './outcome.ts'
import { pairedText } from './pairing-text.ts'
import { keysText, peerName, peersText } from './peers-text.ts'
import { printersText } from './printing-text.ts'
import { changeText, settingsHelp, settingsText } from './settings-text.ts'
import { trust, type TrustCommand } from './trust.ts'
import { statusText } from './status-text.ts'
import { changeStored, missingFolder, storedRows } from './stored-settings.ts'

export interface Terminal {
  readonly environment: Environment
  readonly locations: Locations
  readonly agentVersion: string
  readonly nowMs: () => number
  /** The value on standard input; on a terminal a line. */
  readonly readInput: () => string
  /** What a person answers; null where none sits at a terminal. */
  readonly ask: (question: string) => string | null
}

/** Throws NotRunningError, ProblemError, SettingsError. */
export async function carryOut(command: Command, terminal: Terminal): Promise<Outcome> {
  switch (command.kind) {
    case 'help':
      return done(command.topic === 'settings' ? settingsHelp() : HELP, null)
    case 'version':
      return done(`${terminal.agentVersion}\n`, { version: terminal.agentVersion })
    case 'run':
      return {
        code: (await runAgent(terminal)) === 'watchdog' ? EXIT.watchdog : EXIT.ok,
        text: '',
        json: null,
      }
    case 'status': {
      const status = await askAgent(terminal.locations.controlSocket, 'status', null)
      const help = status.hub.state === 'off' ? await helpWithSetup(status, terminal) : ''
      return done(statusText(status, terminal.nowMs()) + help, status)
    }
    case 'doctor': {
      const diagnosis = await askAgent(terminal.locations.controlSocket, 'doctor', null)
      const code = diagnosis.blocking === null ? EXIT.ok : EXIT.failed
      return { code, text: doctorText(diagnosis), json: diagnosis }
    }
    case 'printers': {
      const printers = await askAgent(terminal.locations.controlSocket, 'printers', null)
      return done(printersText(printers), printers)
    }
    case 'test':
    case 'jobs':
      return carryOutLabelCommand({ kind: command.kind }, terminal.locations.controlSocket)
    case 'print':
    case 'job':
    case 'release':
    case 'cancel':
    case 'answer':
    case 'reprint':
      return carryOutLabelCommand(command, terminal.locations.controlSocket)
    case 'peers': {
      const peers = await askAgent(terminal.locations.controlSocket, 'peers', null)
      return done(peersText(peers), peers)
    }
    case 'trust':
      return trusted(command, terminal)
    case 'pair': {
      const { kind: _kind, ...wish } = command
      const answer = await askAgent(terminal.locations.controlSocket, 'pair', wish)
      return done(pairedText(answer), answer)
    }
    case 'keys':
    case 'rotate': {
      const method = command.kind === 'keys' ? 'keys' : 'rotateKeys'
      const keys = await askAgent(terminal.locations.controlSocket, method, null)
      return done(keysText(keys), keys)
    }
    case 'stop':
      await askAgent(terminal.locations.controlSocket, 'stop', null)
      return done('The agent stops.\n', null)
    case 'settings': {
      const rows = await settingRows(terminal)
      return done(settingsText(rows) + (missingFolder(terminal.locations) ?? ''), rows)
    }
    case 'set':
      return change(
        terminal,
        command.name,
        command.value === '-' ? terminal.readInput().trim() : command.value,
      )
    case 'unset':
      return change(terminal, command.name, null)
    default:
      return command satisfies never
  }
}

async function trusted(command: TrustCommand, { locations, ask }: Terminal): Promise<Outcome> {
  const { peer, wasConfirmed } = await trust(command, { socket: locations.controlSocket, ask })
  const words = wasConfirmed
    ? `${peerName(peer)} is trusted with it from now on.\n`
    : `There is nothing to confirm.\n\n${peersText([peer])}`
  return done(words, peer)
}

/** What to do so that the computer can connect; empty when nothing is missing. */
async function helpWithSetup(
  { pharmacyId }: AgentStatus,
  { locations, environment }: Terminal,
): Promise<string> {
  const rows = await askAgent(locations.controlSocket, 'getSettings', null)
  const missing = NEEDED_SETTINGS.filter((name) => rows.some((row) => row.name === name && !row.isSet))
  const isUnpaired = pharmacyId === null
  if (missing.length === 0 && !isUnpaired) return ''
  return `\n${setupAdvice({ missing, isUnpaired }, commandName(environment))}\n`
}

async function settingRows(terminal: Terminal): Promise<SettingRow[]> {
  return runningOrStored(
    () => askAgent(terminal.locations.controlSocket, 'getSettings', null),
    () => storedRows(terminal),
  ).then(({ value }) => value)
}

async function change(terminal: Terminal, name: string, value: string | null): Promise<Outcome> {
  const { value: result, isRunning } = await runningOrStored<SettingChange>(
    () => askAgent(terminal.locations.controlSocket, 'setSetting', { name, value }),
    () => changeStored(terminal, name, value),
  )
  return done(changeText(result, isRunning), result)
}

async function runningOrStored<T>(
  running: () => Promise<T>,
  stored: () => T,
): Promise<{ readonly value: T; readonly isRunning: boolean }> {
  try {
    return { value: await running(), isRunning: true }
  } catch (error) {
    if (!(error instanceof NotRunningError)) throw error
    return { value: stored(), isRunning: false }
  }
}
