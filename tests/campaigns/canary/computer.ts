// One computer of the demo, as the canary uses it: its port for labels, its agent's control socket, its process.
import net from 'node:net'
import type { AgentMethod, AgentCall, AgentReplyData } from '../../../agent/contract/agent-api.ts'
import type { JobState, PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { askAgent } from '../../../agent/contract/socket-client.ts'
import { computerOf, controlSocketOf } from '../../demo-computers.ts'
import { waitUntil, type RunningDemo } from '../../running-demo.ts'

const LIMIT_MS = 180_000

export interface DemoComputer {
  /** Where it takes labels. */
  readonly host: string
  readonly port: number
  /** Connects, sends, half-closes; resolves with true once the agent closed too, with false when it broke off. */
  send(bytes: Buffer): Promise<boolean>
  /** Sends and breaks off. */
  sendAndReset(bytes: Buffer): Promise<void>
  /** Until the agent takes it; a full spool breaks off for a while. Throws after 60 s. */
  sendUntilTaken(bytes: Buffer): Promise<void>
  ask<M extends AgentMethod>(method: M, params: AgentCall<M>): Promise<AgentReplyData<M>>
  /** Jobs in that state among the last ones. */
  inState(state: JobState): Promise<PrintJob[]>
  /** Throws after 60 s with how its jobs stand. */
  until(what: string, holds: () => Promise<boolean>): Promise<void>
  /** Ends its process so, and waits until the demo has started it again. */
  crash(signal: 'SIGKILL' | 'SIGABRT'): Promise<void>
  /** Writes to its control socket as it is and gives what came back. */
  rawControl(text: string): Promise<string>
}

export function demoComputer(running: RunningDemo, name: string): DemoComputer {
  const { rawHost: host, tcpPort: port } = computerOf(running.demo, name)
  const controlSocket = controlSocketOf(running, name)
  const to = { host, port }
  const ask: DemoComputer['ask'] = async (method, params) => askAgent(controlSocket, method, params)
  const send = async (bytes: Buffer): Promise<boolean> =>
    exchanged(net.connect({ ...to, allowHalfOpen: true }), bytes)
  const until: DemoComputer['until'] = async (what, holds) => holding(`${name}: ${what}`, holds)
  return {
    ...to,
    ask,
    send,
    until,
    sendAndReset: async (bytes) => {
      const socket = net.connect(to)
      socket.on('error', () => undefined)
      await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
      socket.resetAndDestroy()
    },
    sendUntilTaken: async (bytes) => until('takes a label', async () => send(bytes)),
    inState: async (state) => (await ask('jobs', null)).filter((job) => job.state === state),
    crash: async (signal) => {
      const { pid } = await ask('status', null)
      process.kill(pid, signal)
      await until('is back', async () => (await ask('status', null)).pid !== pid)
      await until('prints again', async () => (await ask('status', null)).printing.tcpPort !== null)
    },
    rawControl: async (text) => replyTo(net.connect(controlSocket), text),
  }
}

async function holding(what: string, holds: () => Promise<boolean>): Promise<void> {
  let last = ''
  const isSo = async (): Promise<boolean> => {
    try {
      return await holds()
    } catch (error) {
      last = String(error)
      return false
    }
  }
  await waitUntil(isSo, LIMIT_MS, () => `${what}; ${last}`)
}

async function replyTo(socket: net.Socket, text: string): Promise<string> {
  const reply = new Promise<string>((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString()))
    socket.once('close', () => resolve(''))
    socket.once('error', () => resolve(''))
  })
  socket.write(text)
  return reply.finally(() => socket.destroy())
}

async function exchanged(socket: net.Socket, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false))
    socket.once('end', () => {
      resolve(true)
      socket.destroy()
    })
    socket.resume().end(bytes)
  })
}
