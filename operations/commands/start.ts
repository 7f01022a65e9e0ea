// relayctl start and stop.
import { setTimeout as delay } from 'node:timers/promises'
import { portOf } from '../machine/config-file.ts'
import { healthOf } from '../machine/health.ts'
import { openInstallation } from '../machine/installation.ts'
import { keeperOf } from '../machine/keeper.ts'
import { programs } from '../machine/programs.ts'
import { EXIT } from '../refused.ts'
import type { Command } from './command.ts'
import { forgetFirstAdmin } from './first-admin.ts'

/** A first start makes every table. */
const READY_LIMIT_MS = 180_000
const POLL_MS = 250

export const start: Command = async ({ places, report }) => {
  const { config } = openInstallation(places)
  const keeper = keeperOf(places)
  const startedAtMs = performance.now()
  await keeper.start()
  const waiting = new Set(programs.map(({ name }) => name))
  const until = Date.now() + READY_LIMIT_MS
  while (waiting.size > 0 && Date.now() < until) {
    for (const name of waiting) {
      const health = await healthOf(name, await keeper.pidOf(name), portOf(config, name))
      if (!health.isReady) continue
      waiting.delete(name)
      if (name === 'identity-api') forgetFirstAdmin(places)
      report.say(`  ${name.padEnd(14)}ready`)
    }
    if (waiting.size > 0) await delay(POLL_MS)
  }
  if (waiting.size > 0)
    throw new Error(
      `Not ready within ${READY_LIMIT_MS / 1_000} s: ${[...waiting].join(', ')}. ${whereLogsAre(places)}`,
    )
  const seconds = (performance.now() - startedAtMs) / 1_000
  report.answer({ readyAfterS: seconds }, [`All are ready after ${seconds.toFixed(1)} s.`])
  return EXIT.done
}

export const stop: Command = async ({ places, report }) => {
  openInstallation(places)
  await keeperOf(places).stop()
  report.answer({ stopped: true }, ['Stopped.'])
  return EXIT.done
}

function whereLogsAre({ isTryOut, logs }: { readonly isTryOut: boolean; readonly logs: string }): string {
  return isTryOut ? `Their logs: ${logs}` : "Their logs: journalctl -u 'pharmacy-relay@*' -n 50"
}
