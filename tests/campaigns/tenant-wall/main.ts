// `npm run tenant-wall -- --operations 1000000 --seed 1`: nothing of one pharmacy reaches another, at two hubs over NATS.
import { hasNats, startNatsServer } from '@pharmacy-relay/relay-server/hub/mesh/test-nats-server.ts'
import { NatsUrlText } from '@pharmacy-relay/relay-server/hub/mesh/nats-servers.ts'
import { seedOption, whole } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { runWall, type WallResult } from './wall-run.ts'

await runProgram({
  name: 'tenant-wall',
  about: `48 devices of 8 pharmacies at two hubs on a real nats-server send, nudge, connect, leave and move; code 1 when anything of
one pharmacy reached another. A million operations take up to an hour.`,
  options: {
    operations: whole('operations', { low: 1, high: 999_999_999, fallback: 10_000 }),
    seed: seedOption,
  },
  run: async ({ operations, seed }, say) => {
    if (!hasNats) throw new Error('needs nats-server: npm run tools')
    const nats = await startNatsServer()
    try {
      const servers = NatsUrlText.parse(nats.url)
      if (servers === null) throw new Error('NATS has no address')
      const result = await runWall({ operations, seed, servers, say })
      return { text: textOf(result, operations, seed), isGood: result.faults.length === 0 }
    } finally {
      await nats.kill()
    }
  },
})

function textOf(result: WallResult, operations: number, seed: number): string {
  const { byKind, byOutcome, seconds, received, statusEvents, overNats, faults } = result
  const counts = (of: Readonly<Record<string, number>>): string[] =>
    Object.entries(of).map(([name, count]) => `  ${name.padEnd(20)}${count}`)
  const end = `${operations} operations, seed ${seed}: ${seconds.toFixed(1)} s; ${received} messages and ${statusEvents} status events arrived, ${overNats} over NATS; ${faults.length} faults`
  return [...counts(byKind), 'outcomes', ...counts(byOutcome), end, ...faults].join('\n')
}
