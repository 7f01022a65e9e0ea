// What a case of the WebSocket's conformance is, after those of the Autobahn test suite: what is sent, and what must be heard.
// The hub is no echo server, but it names what it does not have: a text `40/x,` is answered `44/x,…`, which stands for the echo of x.
import { OPCODE, frame } from './raw-websocket.ts'

/** One write; or a pause until as many frames were heard in all. */
export type Step = Buffer | { readonly afterHeard: number }

export interface ConformanceCase {
  /** Of crossbario/autobahn-testsuite, b8a5120. */
  readonly numbers: string
  readonly title: string
  readonly steps: readonly Step[]
  /** `echo x`, `pong x`, `close 1002`: all that the hub sends, in order. A case that is not closed by then is ended by us with 1000. */
  readonly heard: readonly string[]
  /** Every byte is a write of its own. */
  readonly byteByByte?: boolean
}

/** A message that is answered with the echo of `x`. */
export const echoOf = (x: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from('40/'), Buffer.from(x), Buffer.from(',')])
export const say = (x: string): Buffer => frame(OPCODE.text, echoOf(x))
export const part = { fin: false }
export const FAILED = ['close 1002']

/** Each of them whole, frame by frame, and byte by byte. */
export function inAllWays(one: ConformanceCase): ConformanceCase[] {
  const whole = one.steps.filter((step) => Buffer.isBuffer(step))
  return [
    { ...one, title: `${one.title}, in one write`, steps: [Buffer.concat(whole)] },
    { ...one, title: `${one.title}, a write for each frame` },
    { ...one, title: `${one.title}, byte by byte`, byteByByte: true },
  ]
}
