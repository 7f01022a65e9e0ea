// For tests: how long what a test starts is there: as long as the test, or as its file, whose tests then share it.
import { onTestFinished } from 'vitest'

/** Takes what ends it. */
export type Lasting = (end: () => Promise<void>) => void

export const withTest: Lasting = (end) => onTestFinished(end)

/** For `beforeAll`; `afterAll` calls `end`. What was started last ends first. */
export function withFile(): { readonly lasts: Lasting; end(): Promise<void> } {
  const ends: (() => Promise<void>)[] = []
  return {
    lasts: (end) => void ends.unshift(end),
    end: async () => {
      for (const end of ends) await end()
    },
  }
}
