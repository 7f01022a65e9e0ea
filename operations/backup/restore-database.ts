// Pours one database after the other into pg_restore, each in one transaction: whole, or not there.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { chooseTool, installedMajors, startTool, type Administrator } from '../database/postgres-tools.ts'

export interface DatabasePourer {
  take(suffix: string, part: AsyncIterable<unknown>): Promise<void>
  /** Waits for the last one. Throws Error with pg_restore's words. */
  finish(): Promise<void>
  /** Ends what is under way. */
  abandon(): Promise<void>
}

export function databasePourer(parts: {
  readonly as: Administrator
  /** Of the server. */
  readonly major: number
  readonly databaseOf: (suffix: string) => string
}): DatabasePourer {
  let open: { readonly suffix: string; readonly run: PouredDatabase } | null = null
  const finish = async (): Promise<void> => {
    if (open === null) return
    open.run.reader.stdin?.end()
    const faults = await open.run.ended
    open = null
    if (faults.length > 0) throw new Error(faults.join('; '))
  }
  return {
    finish,
    take: async (suffix, part) => {
      if (open?.suffix !== suffix) await finish()
      open ??= { suffix, run: pourInto(parts.as, parts.major, parts.databaseOf(suffix)) }
      for await (const chunk of part) await pour(open.run.reader, chunk as Buffer)
    },
    abandon: async () => {
      open?.run.reader.kill()
      await open?.run.ended
      open = null
    },
  }
}

interface PouredDatabase {
  /** pg_restore, which is fed. */
  readonly reader: ChildProcess
  /** In words what went wrong; empty: it is all there. */
  readonly ended: Promise<readonly string[]>
}

/**
 * pg_restore makes statements of the archive, psql carries them out in one transaction. Between them the search path is put right:
 * the archive empties it, and functions of generated columns, which name others without their schema, would not find them.
 */
function pourInto(as: Administrator, major: number, database: string): PouredDatabase {
  const tool = chooseTool('pg_restore', major, installedMajors())
  const read = startTool({ tool, args: ['--file=-'], as, database })
  const args = ['-X', '-q', '--single-transaction', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', '-f', '-']
  const written = startTool({ tool: 'psql', args, as, database })
  written.child.stdout?.resume()
  const { stdout: statements } = read.child
  const { stdin: taken } = written.child
  if (statements === null || taken === null) throw new Error('pg_restore and psql have no pipes')
  const path = searchPathKept()
  // psql that ended on a fault closes the pipe; pg_restore is not to wait for it.
  const poured = pipeline(statements, path, taken).catch(() => void read.child.kill())
  const ended = Promise.all([written.ended, read.ended, poured]).then(([psql, restore]) =>
    [psql ?? restore].filter((fault) => fault !== null),
  )
  return { reader: read.child, ended }
}

const EMPTIED = "set_config('search_path', '', false)"
const KEPT = "set_config('search_path', 'public', false)"
/** The statement stands in the first lines. */
const HEAD_BYTES = 4_096

export function searchPathKept(): Transform {
  let head: Buffer | null = Buffer.alloc(0)
  const replaced = (): Buffer => {
    const text = (head ?? Buffer.alloc(0)).toString('latin1').replace(EMPTIED, KEPT)
    head = null
    return Buffer.from(text, 'latin1')
  }
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      if (head === null) return done(null, chunk)
      head = Buffer.concat([head, chunk])
      if (head.length < HEAD_BYTES) return done()
      done(null, replaced())
    },
    flush: (done) => (head === null ? done() : done(null, replaced())),
  })
}

/** A tool that ended takes nothing more; its words come with `finish`. */
async function pour({ stdin }: ChildProcess, chunk: Buffer): Promise<void> {
  if (stdin === null || stdin.destroyed || stdin.write(chunk)) return
  await Promise.race([once(stdin, 'drain'), once(stdin, 'close')]).catch(() => {})
}
