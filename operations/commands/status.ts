// relayctl status: how each program is, and whether its database answers.
import { isAnswering } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { portOf, programsHere } from '../machine/config-file.ts'
import { healthOf, treeVersion, type Health } from '../machine/health.ts'
import { openInstallation, type Installation } from '../machine/installation.ts'
import { keeperOf } from '../machine/keeper.ts'
import { databases } from '../machine/programs.ts'
import { EXIT } from '../refused.ts'
import type { Command } from './command.ts'

interface ProgramStatus extends Health {
  /** Null: it has none. */
  readonly isDatabaseUp: boolean | null
}

export const status: Command = async ({ places, report }) => {
  const installation = openInstallation(places)
  const keeper = keeperOf(places)
  const rows: ProgramStatus[] = []
  for (const { name } of programsHere(installation.config)) {
    const health = await healthOf(name, await keeper.pidOf(name), portOf(installation.config, name))
    rows.push({ ...health, isDatabaseUp: await databaseOf(name, installation) })
  }
  report.answer({ installed: treeVersion(), programs: rows }, rows.flatMap(statusLines))
  return rows.every(({ isReady, isDatabaseUp }) => isReady && isDatabaseUp !== false)
    ? EXIT.done
    : EXIT.unwell
}

async function databaseOf(name: string, { secrets }: Installation): Promise<boolean | null> {
  const database = databases.find(({ program }) => program === name)
  return database === undefined ? null : isAnswering(secrets[database.setting] ?? '')
}

export function statusLines(row: ProgramStatus): string[] {
  const { program, pid, since, version, isReady, shortcomings, isDatabaseUp } = row
  const how = pid === null ? 'stopped' : isReady ? 'ready' : 'not ready'
  const when = since === null ? '' : `since ${since.slice(0, 19)}Z`
  const database = isDatabaseUp === null ? '' : isDatabaseUp ? 'database up' : 'DATABASE AWAY'
  const line = [program.padEnd(13), how.padEnd(10), (version ?? '').padEnd(7), when.padEnd(27), database]
  return [line.join(' ').trimEnd(), ...shortcomings.map((text) => `    ${text}`)]
}
