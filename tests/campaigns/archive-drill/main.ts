// `npm run archive-drill -- --megabytes 5000`: what of a lost machine its archive brings back, and how fast.
import { whole } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { debianMajor } from '../installation/debian-postgres.ts'
import { isGood, reportLines } from './report.ts'
import { runDrill } from './run-drill.ts'

await runProgram({
  name: 'archive-drill',
  about: `An installation on Debian's PostgreSQL with so many megabytes: relayctl base, relayctl archive behind it, a row each 50 ms
that is acknowledged, relayctl drill --archive; then server and archive are killed, and relayctl recover brings back what
the archive has. Code 1 when more than 5 minutes of rows are gone, when it took more than 10 minutes, when a row between
others is missing, or when the drill found another count. Needs root and PostgreSQL of Debian; 5,000 MB take some 10 minutes.`,
  options: {
    megabytes: whole('of random bytes in the database', { low: 1, high: 100_000, fallback: 200 }),
    seconds: whole('that rows are written', { low: 2, high: 86_400, fallback: 180 }),
  },
  run: async ({ megabytes, seconds }, say) => {
    const major = debianMajor()
    if (major === null) throw new Error("needs root and Debian's PostgreSQL: apt-get install postgresql")
    const result = await runDrill({ major, megabytes, writeS: seconds, say })
    return { text: reportLines(result).join('\n'), isGood: isGood(result) }
  },
})
