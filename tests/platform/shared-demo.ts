// One running platform, or demo, for all cases of a test file, which follow each other: a start of it takes as long as most of them.
import { afterAll } from 'vitest'
import { startDemo, type RunningDemo } from '../running-demo.ts'

let starting: Promise<RunningDemo> | null = null

/** For the beforeAll of each `.cases.ts`: the first one starts it. */
export async function sharedDemo(options: { readonly platformOnly: boolean }): Promise<RunningDemo> {
  starting ??= startDemo({ ...options, dataFolder: null, environment: {} })
  return starting
}

/** For the test file that has the cases: stops it behind them. Another file of this process then gets its own. */
export function stopsSharedDemo(): void {
  afterAll(async () => {
    const running = await starting?.catch(() => null)
    starting = null
    await running?.stop()
  })
}
