// The program `agent`: reads the command line, carries the command out, prints, and exits with its code.
import { existsSync } from 'node:fs'
import os from 'node:os'
import { SettingsError } from '@pharmacy-relay/shared/env.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import manifest from '../package.json' with { type: 'json' }
import { locationsOf, type Locations } from '../core/settings/locations.ts'
import { commandName } from '../core/settings/setup-advice.ts'
import type { Computer } from '../core/settings/default-folder.ts'
import { agentToAsk } from './agent-to-ask.ts'
import { parseCommandLine, UsageError } from './arguments.ts'
import { carryOut } from './commands.ts'
import type { Outcome } from './outcome.ts'
import { NotRunningError } from '../contract/socket-client.ts'
import { EXIT } from './exit-codes.ts'
import { inOwnName } from './own-name.ts'
import { askPerson, readValue } from './standard-input.ts'
import { fullDisk, missingFolder } from './program/stored-settings.ts'

const args = process.argv.slice(2)
const asJson = args.includes('--json')
const outcome = await outcomeOf(args)
const isAnswer = outcome.code === EXIT.ok || outcome.isAnswer === true
show(outcome.text, outcome.json, isAnswer ? process.stdout : process.stderr)
process.exit(outcome.code)

function show(text: string, json: unknown, stream: NodeJS.WriteStream): void {
  if (asJson && json !== null) process.stdout.write(`${JSON.stringify(json, null, 2)}\n`)
  else stream.write(inOwnName(text, commandName(process.env)))
}

async function outcomeOf(line: readonly string[]): Promise<Outcome> {
  try {
    const { command } = parseCommandLine(line)
    if (command.kind === 'pair' || command.kind === 'service') hideArguments()
    return await carryOut(command, {
      environment: process.env,
      locations: command.kind === 'run' ? locationsOf(process.env, computer()) : locations(),
      agentVersion: manifest.version,
      nowMs: Date.now,
      readInput: readValue,
      print: (text, json) => show(text, json, process.stdout),
      ask: askPerson,
    })
  } catch (error) {
    return failure(error)
  }
}

/** Everybody here may list what runs with its words, and a pairing code is one of them. Windows shows them to no other user. */
function hideArguments(): void {
  if (process.platform !== 'win32') process.title = commandName(process.env)
}

/** Throws SettingsError. */
function locations(): Locations {
  return agentToAsk(process.env, computer(), existsSync)
}

function computer(): Computer {
  return {
    platform: process.platform,
    homeFolder: os.homedir(),
    isPrivileged: process.getuid?.() === 0,
  }
}

function failure(error: unknown): Outcome {
  if (error instanceof UsageError)
    return failed(EXIT.usage, 'usage', `${error.message}\nTry: ${commandName(process.env)} help`)
  if (error instanceof NotRunningError) {
    const nowhere = missingFolder(locations()) ?? fullDisk(locations()) ?? ''
    const advice = `Start it with: ${commandName(process.env)} run`
    return failed(EXIT.notRunning, 'not_running', `${error.message} ${nowhere.replace('\n', ' ')}${advice}`)
  }
  if (error instanceof ProblemError) return failed(EXIT.failed, error.code, error.message)
  if (error instanceof SettingsError) return failed(EXIT.failed, 'invalid', error.message)
  return failed(
    EXIT.failed,
    'internal',
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  )
}

function failed(code: number, name: string, message: string): Outcome {
  return { code, text: `agent: ${message}\n`, json: { error: { code: name, message } } }
}
