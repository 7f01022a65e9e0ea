// Keeps the programs of a try-out, where there is no systemd: as processes of their own, known by a file with their pid.
//
// What systemd does for a unit is done alike: settings out of relay.conf, credentials in a folder that only the program is told.
// It starts nothing again that ended.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { programsHere, readConfig } from './config-file.ts'
import type { Keeper } from './kept-programs.ts'
import type { Places } from './places.ts'
import { programs, tree, type ServerProgram } from './programs.ts'
import { FIRST_ADMIN, readSecrets, writePrivate } from './secret-files.ts'
import { secretsOfProgram } from './secrets.ts'

const STOP_LIMIT_MS = 90_000
const KILL_LIMIT_MS = 10_000
const POLL_MS = 50

export function ownKeeper(places: Places): Keeper {
  return {
    start: async () => {
      for (const program of programsHere(readConfig(readFileSync(places.config, 'utf8'))))
        if (runningPid(places, program.name) === null) launch(places, program)
      return Promise.resolve()
    },
    stop: async () => {
      // The hub first, databases' programs last.
      for (const { name } of programs.toReversed()) await end(places, name)
    },
    restart: async (name) => {
      const program = programs.find((one) => one.name === name)
      if (program === undefined || runningPid(places, name) === null) return false
      await end(places, name)
      launch(places, program)
      return true
    },
    pidOf: async (name) => Promise.resolve(runningPid(places, name)),
  }
}

function launch(places: Places, program: ServerProgram): void {
  const { name } = program
  for (const folder of [places.logs, places.run, path.join(places.state, name)])
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  const log = openSync(path.join(places.logs, `${name}.log`), 'a', 0o600)
  const child = spawn(
    process.execPath,
    [...program.nodeFlags, path.join(tree, 'scripts/run.cjs'), path.join(tree, program.file)],
    { cwd: places.root, env: environmentOf(places, name), stdio: ['ignore', log, log], detached: true },
  )
  closeSync(log)
  child.unref()
  writeFileSync(pidFile(places, name), `${child.pid ?? 0}\n`)
}

function environmentOf(places: Places, name: string): Record<string, string | undefined> {
  const credentials = path.join(places.run, 'credentials', name)
  const seed = path.join(places.secrets, FIRST_ADMIN)
  rmSync(credentials, { recursive: true, force: true })
  mkdirSync(credentials, { recursive: true, mode: 0o700 })
  const secrets = readSecrets(places.secrets)
  for (const secret of secretsOfProgram(name))
    writePrivate(path.join(credentials, secret), secrets[secret] ?? '')
  return {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '2',
    ...readConfig(readFileSync(places.config, 'utf8')),
    Data__Folder: path.join(places.state, name),
    CREDENTIALS_DIRECTORY: credentials,
    ...(name === 'identity-api' && existsSync(seed) ? { Identity__Seed: seed } : {}),
  }
}

/** A pid that was given to another program since is told by what runs there. */
function runningPid(places: Places, name: string): number | null {
  const file = pidFile(places, name)
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8'))
  const program = programs.find((one) => one.name === name)
  const cmdline = `/proc/${pid}/cmdline`
  const isOurs = existsSync(cmdline) && readFileSync(cmdline, 'utf8').includes(program?.file ?? '\n')
  return isOurs ? pid : null
}

/** Throws Error when not even SIGKILL ends it, as while a disk does not answer. */
async function end(places: Places, name: string): Promise<void> {
  const hasEnded =
    (await endedBy({ places, name, signal: 'SIGTERM', limitMs: STOP_LIMIT_MS })) ||
    (await endedBy({ places, name, signal: 'SIGKILL', limitMs: KILL_LIMIT_MS }))
  if (!hasEnded)
    throw new Error(`${name} does not end, not even when it is killed: look at its disk, then stop it again`)
  rmSync(pidFile(places, name), { force: true })
  rmSync(path.join(places.run, 'credentials', name), { recursive: true, force: true })
}

interface Ending {
  readonly places: Places
  readonly name: string
  readonly signal: NodeJS.Signals
  readonly limitMs: number
}

/** False when it still runs after the limit. */
async function endedBy({ places, name, signal, limitMs }: Ending): Promise<boolean> {
  const pid = runningPid(places, name)
  if (pid === null) return true
  sendSignal(pid, signal)
  const until = performance.now() + limitMs
  while (performance.now() < until) {
    if (runningPid(places, name) === null) return true
    await delay(POLL_MS)
  }
  return false
}

/** It may have ended a moment ago. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function pidFile(places: Places, name: string): string {
  return path.join(places.run, `${name}.pid`)
}
