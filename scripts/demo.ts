// Speaks to the running demo: `npm run demo -- list | stop NAME | start NAME`.
import path from 'node:path'
import { endWithFault } from './fault.ts'
import { DemoCommand } from './start/control.ts'
import { askDemo } from './start/control-client.ts'

const USAGE = `npm run demo -- list          what is running, and how to ask an agent itself
npm run demo -- stop NAME     stop one program or agent, e.g. counter-1; it stays stopped
npm run demo -- start NAME    start it again
`

const [command, name, ...more] = process.argv.slice(2)
if (command === undefined || command === 'help' || command === '--help') {
  process.stdout.write(USAGE)
  process.exit(0)
}
const parsed = DemoCommand.safeParse({ command, name })
if (!parsed.success || more.length > 0) {
  process.stderr.write(`demo: "${process.argv.slice(2).join(' ')}" is not understood.\n\n${USAGE}`)
  process.exit(2)
}

const dataFolder = path.resolve(process.env['Data__Folder'] ?? '.data')
try {
  const answer = await askDemo(dataFolder, parsed.data)
  const text = answer?.text ?? `The demo is not running here (${dataFolder}). Start it with: npm start`
  process[answer?.ok === true ? 'stdout' : 'stderr'].write(`${text}\n`)
  process.exitCode = answer === null ? 3 : answer.ok ? 0 : 1
} catch (error) {
  endWithFault('demo', error)
}
