// relayctl start, restart and stop.
import { programsHere } from '../machine/config-file.ts'
import { treeVersion } from '../machine/health.ts'
import { checkWord } from '../machine/exchange.ts'
import { openInstallation } from '../machine/installation.ts'
import { keeperOf } from '../machine/keeper.ts'
import { addOptionalSecrets } from '../machine/secret-files.ts'
import { untilReady } from '../machine/readiness.ts'
import { restartEach, restartedLine, type Restarted } from '../machine/restarting.ts'
import { EXIT, RefusedError } from '../refused.ts'
import type { Command } from './command.ts'
import { forgetFirstAdmin } from './first-admin.ts'

export const start: Command = async ({ places, report }) => {
  addOptionalSecrets(places.secrets)
  const installation = openInstallation(places)
  const startedAtMs = performance.now()
  await keeperOf(places).start()
  const names = programsHere(installation.config).map(({ name }) => name)
  await untilReady(names, installation, (name) => {
    if (name === 'identity-api') forgetFirstAdmin(places)
    report.say(`  ${name.padEnd(14)}ready`)
  })
  const seconds = (performance.now() - startedAtMs) / 1_000
  report.answer({ readyAfterS: seconds }, [`All are ready after ${seconds.toFixed(1)} s.`])
  return EXIT.done
}

export const restart: Command = async ({ places, options, report }) => {
  const restarted: Restarted[] = []
  addOptionalSecrets(places.secrets)
  const installation = openInstallation(places)
  if (options.secrets !== undefined && options.secrets !== checkWord(installation.secrets))
    throw new RefusedError(
      `The secrets in ${places.secrets} are not those of this round: copy them once more. Nothing was restarted`,
    )
  const here = programsHere(installation.config).map(({ name }) => name)
  const names = options.program ?? here
  const foreign = names.find((name) => !here.includes(name))
  if (foreign !== undefined)
    throw new RefusedError(`${foreign.slice(0, 40)} is no program of this machine; it has ${here.join(', ')}`)
  await restartEach(names, installation, (one) => {
    restarted.push(one)
    report.say(restartedLine(one))
  })
  const version = treeVersion()
  const count = `${restarted.length} of ${names.length} were running`
  report.answer({ version, restarted }, [`${count}, and run version ${version} now.`])
  return EXIT.done
}

export const stop: Command = async ({ places, report }) => {
  openInstallation(places)
  await keeperOf(places).stop()
  report.answer({ stopped: true }, ['Stopped.'])
  return EXIT.done
}
