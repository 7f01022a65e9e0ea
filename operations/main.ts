// relayctl: installs the platform on one machine and looks after it. Wires a command to its parts and ends with a documented code.
import { readCommandLine, HELP, type Asked, type CommandName } from './command-line.ts'
import { archive, base } from './commands/archive.ts'
import { backup } from './commands/backup.ts'
import { cluster } from './commands/cluster.ts'
import { doctor } from './commands/doctor.ts'
import { drillArchive } from './commands/drill-archive.ts'
import { drill } from './commands/drill.ts'
import { init } from './commands/init.ts'
import { recover } from './commands/recover.ts'
import { restore } from './commands/restore.ts'
import { rotate } from './commands/rotate.ts'
import { restart, start, stop } from './commands/start.ts'
import { status } from './commands/status.ts'
import { watch } from './commands/watch.ts'
import type { Command } from './commands/command.ts'
import { administratorOf } from './machine/administrator.ts'
import { treeVersion } from './machine/health.ts'
import { placesIn } from './machine/places.ts'
import { EXIT, RefusedError } from './refused.ts'
import { createReport } from './report.ts'

const COMMANDS: Readonly<Record<CommandName, Command>> = {
  init,
  start,
  restart,
  stop,
  status,
  doctor,
  watch,
  backup,
  restore,
  drill: async (parts) => (parts.options.archive === true ? drillArchive(parts) : drill(parts)),
  rotate,
  base,
  archive,
  recover,
  cluster,
}
const write = (text: string): void => void process.stdout.write(text)

process.exitCode = await carriedOut(readCommandLine(process.argv.slice(2)))

async function carriedOut(asked: Asked): Promise<number> {
  if (asked.kind === 'fault') {
    process.stderr.write(`relayctl: ${asked.text}. relayctl --help lists everything\n`)
    return EXIT.usage
  }
  if (asked.kind !== 'command') {
    write(asked.kind === 'help' ? HELP : `relayctl ${treeVersion()}\n`)
    return EXIT.done
  }
  const { name, options, operand } = asked
  const { root = null, json = false } = options
  try {
    const places = placesIn(root)
    return await COMMANDS[name]({
      places,
      administrator: administratorOf(options, places),
      report: createReport(json, write),
      options,
      operand,
    })
  } catch (error) {
    process.stderr.write(`relayctl: ${error instanceof Error ? error.message : String(error)}\n`)
    return error instanceof RefusedError ? EXIT.refused : EXIT.failed
  }
}
