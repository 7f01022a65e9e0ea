// relayctl rotate WHAT: exchanges secrets while the programs run. In containers it writes a round, and a person restarts the programs.
import { CONTAINER_ROOT } from '../container/container-root.ts'
import { givePasswords } from '../database/installation-roles.ts'
import { sealedRowsOf, untilSealedAnew } from '../database/sealed-rows.queries.ts'
import { isOneOfSeveral } from '../machine/config-file.ts'
import { endExchange, exchangeIn, keepExchange, roundsOfNew, turnOf } from '../machine/exchange.ts'
import { openInstallation } from '../machine/installation.ts'
import { programs } from '../machine/programs.ts'
import { restartEach, restartedLine } from '../machine/restarting.ts'
import type { Round } from '../machine/rotations.ts'
import { readSecrets, writeSecrets } from '../machine/secret-files.ts'
import { BACKUP_URL } from '../machine/secrets.ts'
import { EXIT, RefusedError } from '../refused.ts'
import { restartArchive } from './archive.ts'
import type { Command, CommandParts } from './command.ts'

export const rotate: Command = async (parts) => {
  const { places, operand, options } = parts
  const what = operand ?? ''
  const { config, secrets } = openInstallation(places)
  if (isOneOfSeveral(config))
    throw new RefusedError(
      `Several machines have these secrets: relayctl cluster INVENTORY --into FOLDER --rotate ${what}, where their files are made`,
    )
  if (places.root === CONTAINER_ROOT) return writeRound(parts, what)
  if (options.restarted === true)
    throw new RefusedError('--restarted is for containers: here relayctl restarts the programs itself')
  return carryOutAll(parts, what, roundsOfNew(what, secrets))
}

async function carryOutAll(parts: CommandParts, what: string, rounds: readonly Round[]): Promise<number> {
  for (const [at, round] of rounds.entries()) {
    parts.report.say(`round ${at + 1} of ${rounds.length}`)
    await carryOut(parts, round)
  }
  return answerEnd(parts, what, rounds.length)
}

async function carryOut(parts: CommandParts, round: Round): Promise<void> {
  const { places, report } = parts
  await writeSecretsOf(parts, round)
  const installation = openInstallation(places)
  await restartEach(round.programs, installation, (one) => report.say(restartedLine(one)))
  if (round.urls.includes(BACKUP_URL)) await restartArchive(places)
  if (round.untilSealed) await untilAllSealed(parts)
}

/** One call, one round: nobody but the engine of containers can restart what is in them. */
async function writeRound(parts: CommandParts, what: string): Promise<number> {
  const { secrets: folder } = parts.places
  const { exchange, ended, round, number } = turnOf({
    what,
    isRestarted: parts.options.restarted === true,
    underWay: exchangeIn(folder),
    begin: () => roundsOfNew(what, readSecrets(folder)),
  })
  if (ended?.untilSealed === true) await untilAllSealed(parts)
  if (round === null) {
    endExchange(folder)
    return answerEnd(parts, what, exchange.rounds.length)
  }
  keepExchange(folder, exchange)
  await writeSecretsOf(parts, round)
  keepExchange(folder, { ...exchange, written: number })
  return answerRound(parts, { what, round, number, of: exchange.rounds.length })
}

async function writeSecretsOf({ places, administrator }: CommandParts, round: Round): Promise<void> {
  writeSecrets(places.secrets, round.changes)
  await givePasswords(
    administrator,
    round.urls.map((name) => round.changes[name] ?? ''),
  )
}

async function untilAllSealed({ places, report }: CommandParts): Promise<void> {
  const { config, secrets } = openInstallation(places)
  await untilSealedAnew(sealedRowsOf(secrets, config), (line) => report.say(line))
}

interface WrittenRound {
  readonly what: string
  readonly round: Round
  readonly number: number
  readonly of: number
}

function answerRound({ report }: CommandParts, { what, round, number, of }: WrittenRound): number {
  const toRestart = programs.map(({ name }) => name).filter((name) => round.programs.includes(name))
  const isOfBackups = round.urls.includes(BACKUP_URL)
  report.answer({ rotated: what, round: number, rounds: of, toRestart, isOver: false }, [
    `Round ${number} of ${of} of ${what} is written. Restart, one after the other, each when docker compose ps says that the one before is healthy:`,
    ...toRestart.map((name) => `  docker compose restart ${name}`),
    ...(isOfBackups ? ['  relayctl archive, where it runs'] : []),
    `Then: docker compose run --rm relayctl rotate ${what} --restarted`,
  ])
  return EXIT.done
}

function answerEnd({ report }: CommandParts, what: string, rounds: number): number {
  report.answer({ rotated: what, rounds, isOver: true }, [
    `${what} exchanged. Next: relayctl backup, and relayctl base where there is an archive: those of before have the old ones.`,
  ])
  return EXIT.done
}
