// What a sender sees when the process that read its label is killed.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

const PROGRAM = path.join(import.meta.dirname, 'test/listening-program.ts')

describe.skipIf(process.platform === 'win32')('a listener that is killed', () => {
  test('before the label is on the disk ends the connection with a reset, never a FIN', async () => {
    const { child, port } = await listening([])
    const sender = senderTo(port)
    const taken = once(child, 'message')
    sender.socket.end('^XA^FDwhole^FS^XZ')
    expect((await taken)[0]).toBe('job')
    child.kill('SIGKILL')
    expect(await sender.ended).toEqual({ code: 'ECONNRESET', sawEnd: false })
  })

  test('as a connection comes in, before a byte was sent, resets it, too', async () => {
    const { child, port } = await listening(['hold'])
    const sender = senderTo(port)
    expect((await once(child, 'message'))[0]).toBe('came in')
    child.kill('SIGKILL')
    await once(child, 'exit')
    // A FIN would already be here, and a sender that only now sends its label would take it for the answer.
    sender.socket.end('^XA^FDwhole^FS^XZ')
    expect(await sender.ended).toEqual({ code: 'ECONNRESET', sawEnd: false })
  })
})

async function listening(args: readonly string[]): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(PROGRAM, args, { execArgv: [] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = z.tuple([z.int()]).parse((await once(child, 'message')).slice(0, 1))
  return { child, port }
}

function senderTo(port: number) {
  const socket = net.connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  let sawEnd = false
  let code: string | null = null
  const ended = Promise.withResolvers<{ code: string | null; sawEnd: boolean }>()
  socket
    .on('end', () => (sawEnd = true))
    .on('error', (error: NodeJS.ErrnoException) => (code = error.code ?? ''))
    .on('close', () => ended.resolve({ code, sawEnd }))
    .resume()
  return { socket, ended: ended.promise }
}
