// relayctl recover FILE --into FOLDER: a base and the log behind it, up to its end or to a moment, as a database server of its own in a folder.
import path from 'node:path'
import { basesIn } from '../archive/archive-files.ts'
import { recoverServer } from '../archive/second-place.ts'
import { mergeErasures } from '../backup/erasures.ts'
import { refuseAltered } from '../backup/backup-files.ts'
import { EXIT, RefusedError } from '../refused.ts'
import { openerFrom } from './backup-opener.ts'
import type { Command } from './command.ts'

export const recover: Command = async ({ places, options, operand, report }) => {
  const opener = openerFrom(options)
  const archive = path.dirname(path.resolve(operand ?? ''))
  const base = basesIn(archive).find(({ file }) => file === path.resolve(operand ?? ''))
  if (base === undefined)
    throw new RefusedError(`${operand} is no base of an archive: relayctl base makes them`)
  const folder = options.into
  if (folder === undefined)
    throw new RefusedError('Name an empty folder for the database server: --into FOLDER')
  const at = options.until === undefined ? null : momentIn(options.until)
  if (at !== null && at <= base.takenAt)
    throw new RefusedError(
      `That base is of ${base.takenAt.toISOString()}, after that moment: take the one before`,
    )
  await refuseAltered(base.file)
  const startedAtMs = performance.now()
  const target = at === null ? null : { at }
  const say = (line: string): void => report.say(line)
  const server = await recoverServer({ folder, base, archive, opener, target, say })
  await server.stop()
  mergeErasures(places.erasures, server.head.erasures, options.erasures ?? null)
  const seconds = (performance.now() - startedAtMs) / 1_000
  const data = path.join(folder, 'data')
  report.answer({ data, segments: server.segments, seconds }, [
    `${data} is the database server as of ${at === null ? 'the end of its log' : at.toISOString()}, after ${seconds.toFixed(1)} s.`,
    `Look at it first:  pg_ctl -D ${data} start   (as postgres; socket in ${path.join(folder, 'socket')})`,
    'For good: stop the programs and PostgreSQL, move its data directory away, this one there, start both. Settings and secrets are not touched:',
    'where they are lost too, age and tar open them out of the base. Who was erased since is erased again by relayctl start.',
  ])
  return EXIT.done
}

function momentIn(text: string): Date {
  const at = new Date(text)
  if (Number.isNaN(at.getTime()))
    throw new RefusedError(`--until takes a moment such as 2026-11-27T21:30:00Z, not ${text}`)
  return at
}
