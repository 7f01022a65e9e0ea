// The short form of `npm run canary`: few labels on every path, and patient data stays in the sealed spool.
import { describe, expect, it } from 'vitest'
import { runCanary } from './run-canary.ts'

describe('O01, O02, O04: 100 labels on every path, the failing ones too', () => {
  it('leave no trace in files, databases, logs and answers', async () => {
    const result = await runCanary({ labels: 100, lan: null, say: () => undefined })
    expect(result.hits).toEqual([])
    expect(result.logFaults).toEqual([])
    expect([result.labels, result.printed > 60]).toEqual([100, true])
    expect([result.files > 1_000, result.rows > 50]).toEqual([true, true])
  })
})
