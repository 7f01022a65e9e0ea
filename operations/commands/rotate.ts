// relayctl rotate WHAT: exchanges secrets while the programs run. In containers it writes a round, and a person restarts the programs.
import { CONTAINER_ROOT } from '../container/container-root.ts'
import { givePasswords } from '../database/installation-roles.ts'
import { sealedRowsOf, untilSealedAnew } from '../database/sealed-rows.queries.ts'
import { isOneOfSeveral } from '../machine/config-file.ts'
import {
  endExchange,
  exchangeIn,
  keepExchange,
  restartedRound,
  roundsOfNew,
  turnOf,
  type Turn,
} from '../machine/exchange.ts'
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
  if (options.restarted !== undefined)
    throw new RefusedError('--restarted is for containers: here relayctl restarts the programs itself')
  return carryOutAll(parts, what, roundsOfNew(what, secrets, { runs: 'once' }))
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
  const turn = turnOf({
    what,
    restarted: restartedRound(parts.options.restarted),
    underWay: exchangeIn(folder),
    begin: () => roundsOfNew(what, readSecrets(folder), { runs: 'once' }),
  })
  const { exchange, ended, round } = turn
  if (ended?.untilSealed === true) await untilAllSealed(parts)
  if (round === null) {
    endExchange(folder)
    return answerEnd(parts, what, exchange.rounds.length)
  }
  keepExchange(folder, exchange)
  await writeSecretsOf(parts, round)
  return answerRound(parts, turn, round)
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

function answerRound({ report }: CommandParts, { exchange }: Turn, round: Round): number {
  const { what, rounds, open } = exchange
  const toRestart = programs.map(({ name }) => name).filter((name) => round.programs.includes(name))
  const answer = { rotated: what, round: open, rounds: rounds.length, toRestart, isOver: false }
  report.answer(answer, [
    `Round ${open} of ${rounds.length} of ${what} is written. ${whatToRestart(round, toRestart.length)}`,
    ...toRestart.map((name) => `  docker compose restart ${name}`),
    `Then: docker compose run --rm relayctl rotate ${what} --restarted ${open}`,
  ])
  return EXIT.done
}

function whatToRestart({ urls }: Round, count: number): string {
  if (urls.includes(BACKUP_URL))
    return 'Nothing of compose.yml has it: where a container of your own runs relayctl archive, start that again.'
  const atOnce = urls.length === 0 ? '' : ' at once, as it gets no new connection to its database until then'
  return count === 1
    ? `Restart${atOnce}, and wait until docker compose ps says healthy:`
    : `Restart${atOnce}, one after the other, each when docker compose ps says that the one before is healthy:`
}

function answerEnd({ report }: CommandParts, what: string, rounds: number): number {
  report.answer({ rotated: what, rounds, isOver: true }, [
    `${what} exchanged. Next: relayctl backup, and relayctl base where there is an archive: those of before have the old ones.`,
  ])
  return EXIT.done
}
