// What a sender sees when the process that read its label is killed.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

const PROGRAM = path.join(import.meta.dirname, 'test/listening-program.ts')

test.skipIf(process.platform === 'win32')(
  'a listener that is killed before the label is on the disk ends the connection with a reset, never a FIN',
  async () => {
    const child = fork(PROGRAM, { execArgv: [] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [port] = z.tuple([z.int()]).parse((await once(child, 'message')).slice(0, 1))
    const socket = net.connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    let sawEnd = false
    const failed = Promise.withResolvers<string | undefined>()
    socket
      .on('end', () => (sawEnd = true))
      .on('error', (error: NodeJS.ErrnoException) => failed.resolve(error.code))
      .on('close', () => failed.resolve(undefined))
      .resume()
    const taken = once(child, 'message')
    socket.end('^XA^FDwhole^FS^XZ')
    expect((await taken)[0]).toBe('job')
    child.kill('SIGKILL')
    expect(await failed.promise).toBe('ECONNRESET')
    expect(sawEnd).toBe(false)
  },
)
