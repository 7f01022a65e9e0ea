// A batch out of its file is the one that was put into it.
import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepBatch, readBatch } from './batch-file.ts'
import { batchOf } from './weather.ts'

test('every batch comes back from its file as it was', () => {
  fc.assert(
    fc.property(batchOf(2), (batch) => {
      const file = keepBatch(batch, `test-${process.pid}`)
      try {
        expect(readBatch(file)).toEqual(batch)
      } finally {
        rmSync(file)
      }
    }),
  )
})
