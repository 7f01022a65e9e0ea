// The pure decisions of the event stream: when to come back, and what counts as news.
import { describe, expect, it } from 'vitest'
import { parseNews, retryDelayMs } from './live-stream.ts'

describe('the wait before reconnecting', () => {
  it.each([
    [1, 0, 1_000],
    [1, 0.999_999, 2_000],
    [3, 0.999_999, 8_000],
    [5, 0.999_999, 30_000],
    [5_000, 0.999_999, 30_000],
    [5_000, 0, 1_000],
  ])('after %i failures with random %f is %i ms', (failures, random, delayMs) => {
    expect(retryDelayMs(failures, random)).toBe(delayMs)
  })
})

describe('news', () => {
  it('are an event id and customers', () => {
    expect(parseNews('{"lastEventId":7,"customerIds":[1,2]}')).toEqual({
      lastEventId: 7,
      customerIds: [1, 2],
    })
    expect(parseNews('{"lastEventId":7}')).toEqual({ lastEventId: 7, customerIds: [] })
  })

  it.each(['', 'null', '[]', '{}', '{"lastEventId":"7"}', '{"lastEventId":1.5}', undefined])(
    'are not %s',
    (data) => {
      expect(parseNews(data)).toBeNull()
    },
  )

  it('keep only ids that are whole numbers', () => {
    expect(parseNews('{"lastEventId":7,"customerIds":[1,"2",null,3.5]}')?.customerIds).toEqual([1])
  })
})
