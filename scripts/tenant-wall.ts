// `npm run tenant-wall -- --operations 1000000 --seed 1`: nothing of one pharmacy reaches another, at two hubs over NATS.
import { hasNats, startNatsServer } from '@pharmacy-relay/relay-server/hub/mesh/test-nats-server.ts'
import { NatsUrlText } from '@pharmacy-relay/relay-server/hub/mesh/nats-servers.ts'
import { endWithFault } from './fault.ts'
import { numbersOf } from './fuzz/numbers.ts'
import { runWall } from './tenant-wall/wall-run.ts'

const USAGE = `npm run tenant-wall                              10,000 operations of 48 devices of 8 pharmacies at two hubs
npm run tenant-wall -- --operations 1000000      so many; a million takes up to an hour
npm run tenant-wall -- --seed 7                  others; the same seed gives the same operations
`
const numbers = numbersOf(process.argv.slice(2), { '--operations': 10_000, '--seed': 1 })
if (numbers === null) {
  process.stderr.write(USAGE)
  process.exit(process.argv.includes('--help') ? 0 : 2)
}
if (!hasNats) {
  process.stderr.write('tenant-wall: needs nats-server: npm run tools\n')
  process.exit(1)
}
const { '--operations': operations, '--seed': seed } = numbers
const nats = await startNatsServer()
try {
  const servers = NatsUrlText.parse(nats.url)
  if (servers === null) throw new Error('NATS has no address')
  const say = (words: string): void => void process.stderr.write(`${words}\n`)
  const result = await runWall({ operations, seed, servers, say })
  const counts = (of: Readonly<Record<string, number>>): string =>
    Object.entries(of)
      .map(([name, count]) => `  ${name.padEnd(20)}${count}\n`)
      .join('')
  process.stdout.write(`${counts(result.byKind)}outcomes\n${counts(result.byOutcome)}`)
  process.stdout.write(
    `${operations} operations, seed ${seed}: ${result.seconds.toFixed(1)} s; ${result.received} messages and ` +
      `${result.statusEvents} status events arrived, ${result.overNats} over NATS; ${result.faults.length} faults\n` +
      result.faults.map((fault) => `${fault}\n`).join(''),
  )
  process.exitCode = result.faults.length === 0 ? 0 : 1
} catch (error) {
  endWithFault('tenant-wall', error)
} finally {
  await nats.kill()
}
