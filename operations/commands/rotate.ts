// relayctl rotate WHAT: exchanges secrets while the programs run.
import { givePasswords } from '../database/installation-roles.ts'
import { untilSealedAnew } from '../database/sealed-rows.queries.ts'
import { databaseName, isOneOfSeveral } from '../machine/config-file.ts'
import { openInstallation } from '../machine/installation.ts'
import { restartEach, restartedLine } from '../machine/restarting.ts'
import { ROTATIONS, roundsOf, type Round } from '../machine/rotations.ts'
import { readSecrets, writeSecrets } from '../machine/secret-files.ts'
import { BACKUP_URL, KEY_LISTS } from '../machine/secrets.ts'
import { EXIT, RefusedError } from '../refused.ts'
import { restartArchive } from './archive.ts'
import type { Command, CommandParts } from './command.ts'

export const rotate: Command = async (parts) => {
  const { places, report, operand } = parts
  const what = operand ?? ''
  const installation = openInstallation(places)
  const rounds = roundsOf(what, installation.secrets)
  if (rounds === null)
    throw new RefusedError(
      `relayctl does not exchange ${what.slice(0, 40)}; it does ${Object.keys(ROTATIONS).join(', ')}`,
    )
  if (isOneOfSeveral(installation.config))
    throw new RefusedError(
      'Several machines have these secrets, and relayctl restarts the programs of its own alone: docs/several-machines.md',
    )
  for (const [at, round] of rounds.entries()) {
    report.say(`round ${at + 1} of ${rounds.length}`)
    await carryOut(parts, round)
  }
  report.answer({ rotated: what, rounds: rounds.length }, [
    `${what} exchanged. Next: relayctl backup, and relayctl base where there is an archive: those of before have the old ones.`,
  ])
  return EXIT.done
}

async function carryOut({ places, administrator, report }: CommandParts, round: Round): Promise<void> {
  writeSecrets(places.secrets, round.changes)
  await givePasswords(
    administrator,
    round.urls.map((name) => round.changes[name] ?? ''),
  )
  const installation = openInstallation(places)
  await restartEach(round.programs, installation, (one) => report.say(restartedLine(one)))
  if (round.urls.includes(BACKUP_URL)) await restartArchive(places)
  if (!round.untilSealed) return
  const secrets = readSecrets(places.secrets)
  const [dataKeyId = '', indexKeyId = ''] = KEY_LISTS.map((name) => secrets[name]?.split(':')[0])
  const rows = { url: secrets[BACKUP_URL] ?? '', database: databaseName(installation.config, 'pharmacy') }
  await untilSealedAnew({ ...rows, dataKeyId, indexKeyId, say: (line) => report.say(line) })
}
