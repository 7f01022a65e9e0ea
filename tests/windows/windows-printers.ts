// The agent's back end for Windows' printers as it runs under Wine, asked over a socket.
import { rmSync } from 'node:fs'
import net from 'node:net'
import { createInterface } from 'node:readline'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { z } from 'zod'
import { bundleForWindows, startOnWindows, type WindowsProgram } from './windows-rig.ts'

const BACK_END = {
  'printers-program': 'tests/windows/printers-program.ts',
  'winspool-worker': 'agent/core/printers/winspool/worker/winspool-worker.ts',
}

/** Ends a hang; Wine begins with services of its own. */
const CONNECT_MS = 200_000

const Unasked = z.object({ code: z.literal('print_server_silent'), retry: z.literal('transient') })

const Said = z.union([
  z.object({ log: z.string() }),
  z.object({ id: z.int(), fault: z.string() }),
  z.object({ id: z.int(), value: z.unknown().optional(), tookMs: z.number() }),
])

export interface Asked {
  readonly name?: string
  readonly title?: string
  readonly payload?: Uint8Array
  readonly port?: number
}

export interface WindowsPrinters {
  /** Throws Error with the words of a back end that failed. */
  ask(call: string, asked?: Asked): Promise<unknown>
  /** A label, with how long it took there, in milliseconds. */
  print(name: string, payload: Uint8Array, title?: string): Promise<{ outcome: unknown; tookMs: number }>
  /** What the back end wrote into its log. */
  readonly log: readonly string[]
  stop(): Promise<void>
}

/** `cupsSocket`: a print server whose queues are Windows' printers; without one there are none but those of its registry. */
export async function windowsPrinters(cupsSocket = '/nowhere'): Promise<WindowsPrinters> {
  const folder = await bundleForWindows(BACK_END)
  const { promise: connected, resolve } = Promise.withResolvers<net.Socket>()
  const server = net.createServer(resolve)
  const port = await listening(server)
  const program = startOnWindows(folder, ['printers-program.mjs', String(port)], { CUPS_SERVER: cupsSocket })
  const socket = await Promise.race([connected, notConnected(program)])
  const stop = async (): Promise<void> => {
    socket.destroy()
    server.close()
    await program.stop()
    rmSync(folder, { recursive: true })
  }
  return { ...askedOver(socket), stop }
}

async function notConnected(program: WindowsProgram): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, CONNECT_MS).unref())
  throw new Error(`Windows' Node does not connect: ${program.output()}`)
}

function askedOver(socket: net.Socket): Omit<WindowsPrinters, 'stop'> {
  const log: string[] = []
  const waiting = new Map<
    number,
    PromiseWithResolvers<{ readonly value: unknown; readonly tookMs: number }>
  >()
  createInterface({ input: socket }).on('line', (line) => {
    const said = Said.parse(JSON.parse(line))
    if ('log' in said) return void log.push(said.log)
    const one = waiting.get(said.id)
    if ('fault' in said) one?.reject(new Error(said.fault))
    else one?.resolve({ value: said.value, tookMs: said.tookMs })
  })
  socket.on('close', () => {
    for (const one of waiting.values()) one.reject(new Error('the program under Wine has ended'))
  })
  const order = async (call: string, { payload, ...asked }: Asked) => {
    const id = waiting.size + 1
    const answer = Promise.withResolvers<{ readonly value: unknown; readonly tookMs: number }>()
    waiting.set(id, answer)
    const bytes = payload === undefined ? {} : { payload: Buffer.from(payload).toString('base64') }
    socket.write(`${JSON.stringify({ id, call, ...asked, ...bytes })}\n`)
    return answer.promise
  }
  return {
    log,
    ask: async (call, asked = {}) => (await order(call, asked)).value,
    print: async (name, payload, title = 'label 1') => {
      const asked = { name, payload, title }
      let { value, tookMs } = await order('print', asked)
      // On a machine that is very busy a thread may not even start in time. Nothing has left then, as the spool knows too.
      for (let tries = 1; tries < 5 && Unasked.safeParse(value).success; tries += 1)
        ({ value, tookMs } = await order('print', asked))
      return { outcome: value, tookMs }
    },
  }
}
