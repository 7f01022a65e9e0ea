// Who keeps the programs running: systemd where the installation is the machine's, relayctl's own children in a try-out.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Keeper } from './kept-programs.ts'
import { ownKeeper } from './own-keeper.ts'
import type { Places } from './places.ts'
import { programs } from './programs.ts'

const run = promisify(execFile)
/** Above the 90 s that a unit may take to end. */
const SYSTEMCTL_LIMIT_MS = 120_000
const TARGET = 'pharmacy-relay.target'
const RUNS = ['active', 'activating', 'reloading']

export function keeperOf(places: Places): Keeper {
  return places.isTryOut ? ownKeeper(places) : systemdKeeper()
}

export function unitOf(program: string): string {
  return `pharmacy-relay@${program}.service`
}

function systemdKeeper(): Keeper {
  const systemctl = async (...args: string[]): Promise<string> => {
    const { stdout } = await run('systemctl', args, { timeout: SYSTEMCTL_LIMIT_MS })
    return stdout
  }
  return {
    start: async () => void (await systemctl('start', TARGET)),
    stop: async () => void (await systemctl('stop', TARGET, ...programs.map(({ name }) => unitOf(name)))),
    restart: async (program) => {
      // Also what ended a moment ago and is about to be started again.
      const state = await systemctl('show', '--property=ActiveState', '--value', unitOf(program))
      if (!RUNS.includes(state.trim())) return false
      await systemctl('restart', unitOf(program))
      return true
    },
    pidOf: async (program) => {
      const pid = Number(await systemctl('show', '--property=MainPID', '--value', unitOf(program)))
      return pid > 0 ? pid : null
    },
  }
}
