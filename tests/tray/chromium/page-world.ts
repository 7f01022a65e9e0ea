// In the page's own world: builds what the preload exposed, out of functions that only send text to the other world.
import { decode, encode } from './codec.ts'
import { EVENTS, hear, say, type Exposed, type Settled, type Shape } from './worlds.ts'

const waiting = new Map<number, (settled: Settled) => void>()
let calls = 0

function built(shape: Shape): unknown {
  if (shape.kind === 'value') return decode(shape.text)
  if (shape.kind === 'object')
    return Object.freeze(Object.fromEntries(shape.entries.map(([key, child]) => [key, built(child)])))
  // In Electron a function that returns no promise answers at once; the tray's all return one.
  return async (...args: unknown[]) => {
    calls += 1
    const call = calls
    const text = encode(args)
    return new Promise((resolve, reject) => {
      waiting.set(call, (settled) => {
        waiting.delete(call)
        if (settled.isDone) resolve(decode(settled.text))
        else reject(new Error(settled.text))
      })
      say(EVENTS.call, { call, id: shape.id, args: text })
    })
  }
}

hear<Exposed>(EVENTS.expose, ({ key, shape }) => {
  Object.defineProperty(window, key, { value: built(shape), enumerable: true })
})
hear<Settled>(EVENTS.settle, (settled) => waiting.get(settled.call)?.(settled))
