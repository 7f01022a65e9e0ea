// Garbage of the thread that asks, collected now.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * All that can be had, as V8 collects when it has no room left: it also drops compiled code that was not used lately, and moves what is left
 * together. Takes 20 to 100 ms. Node has a call for it only when it is started with a flag, and what starts the agent need not know that.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') return
  Reflect.apply(collect, undefined, [{ type: 'major', execution: 'sync', flavor: 'last-resort' }])
}
