// relayctl rotate WHAT: exchanges secrets while the programs run.
import { isOneOfSeveral } from '../machine/config-file.ts'
import { openInstallation } from '../machine/installation.ts'
import { restartEach, restartedLine } from '../machine/restarting.ts'
import { ROTATIONS, roundsOf } from '../machine/rotations.ts'
import { writeSecrets } from '../machine/secret-files.ts'
import { EXIT, RefusedError } from '../refused.ts'
import type { Command } from './command.ts'

export const rotate: Command = async ({ places, report, operand }) => {
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
  for (const [at, { changes, programs }] of rounds.entries()) {
    report.say(`round ${at + 1} of ${rounds.length}`)
    writeSecrets(places.secrets, changes)
    await restartEach(programs, installation, (one) => report.say(restartedLine(one)))
  }
  report.answer({ rotated: what, rounds: rounds.length }, [
    `${what} exchanged. Backups of before have the old ones, and restore them.`,
  ])
  return EXIT.done
}
