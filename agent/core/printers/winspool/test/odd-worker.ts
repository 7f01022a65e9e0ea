// A spooler's thread that answers, hangs in a call, or ends, as the name of the printer says. Program of tests.
import { parentPort } from 'node:worker_threads'
import type { Order } from '../spooler-facts.ts'
import { mayWrite } from '../write-gate.ts'

/** A call that hangs returns when this word of the test's is not 0 any more. */
const WORD = 1

parentPort?.on('message', ({ number, ...order }: Order & { readonly number: number }) => {
  const name = 'name' in order ? order.name : ''
  if (order.call === 'handOver') {
    const words = new Int32Array(order.gate)
    const isWriting = name === 'hangs while it writes' ? mayWrite(order.gate) : null
    Atomics.wait(words, WORD, 0)
    if (isWriting === null && mayWrite(order.gate)) words[WORD] = 99
    else Atomics.add(words, WORD, 1)
    Atomics.notify(words, WORD)
  }
  if (name === 'hangs') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if (name === 'throws') throw new Error('out of order')
  if (name === 'ends') process.exit()
  const value = name === 'nonsense' ? 'nonsense' : null
  parentPort?.postMessage({ number, ok: true, value })
})
