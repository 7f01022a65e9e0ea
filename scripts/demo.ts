// Speaks to the running demo: `npm run demo -- list | stop NAME | start NAME`.
import net from 'node:net'
import path from 'node:path'
import { DemoAnswer, DemoCommand, controlSocketIn } from './start/control.ts'
import { readLine, toLine } from './start/line.ts'

const USAGE = `npm run demo -- list          what is running
npm run demo -- stop NAME     stop one program or agent, e.g. COUNTER-1; it stays stopped
npm run demo -- start NAME    start it again
`

const [command, name] = process.argv.slice(2)
const parsed = DemoCommand.safeParse({ command, name })
if (!parsed.success) {
  process.stdout.write(USAGE)
  process.exit(command === undefined || command === 'help' || command === '--help' ? 0 : 2)
}

const dataFolder = path.resolve(process.env['Data__Folder'] ?? '.data')
const socket = net.connect(controlSocketIn(dataFolder))
socket.on('connect', () => socket.write(toLine(parsed.data)))
try {
  const answer = DemoAnswer.parse(JSON.parse(await readLine(socket)))
  process.stdout.write(`${answer.words}\n`)
  process.exitCode = answer.ok ? 0 : 1
} catch {
  process.stderr.write(`The demo is not running here (${dataFolder}). Start it with: npm start\n`)
  process.exitCode = 3
}
socket.destroy()
